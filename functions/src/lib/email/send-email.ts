import { fullJitter } from '../durable/backoff.ts'
import { change } from '../durable/change.ts'
import { isAlive, isHeldBy, newClaim } from '../durable/lease.ts'
import { ProviderError, refusesOurKey } from '../errors.ts'
import type { NewItem } from '../items/item.ts'
import type { System, Versioned } from '../ports.ts'
import type { LandlordLink } from './landlord-link.ts'
import type { EmailClaim, EmailStatus, Mailer, Outbox, OutboxEmail, Outcome } from './ports.ts'

export interface SendEmailDeps extends System {
  outbox: Outbox
  /** Asked for only when something is to be sent. */
  mailer(): Promise<Mailer>
  linkFor: LandlordLink
  /** How long an e-mail that cannot be sent is tried. Milliseconds. */
  waitMs: number
}

/**
 * Sends an e-mail of the outbox, at most once: claim, send, record. What was surely not processed is tried again by
 * the schedule, ever more rarely, until it would come too late; an unknown outcome is recorded as such, with an item for a person, and
 * never repeated. Safe to call again at any time: what is claimed, not yet due or finished is left alone.
 */
export async function sendEmail(deps: SendEmailDeps, emailId: string): Promise<void> {
  const claimed = await claimEmail(deps, emailId)
  if (!claimed) return
  if (claimed.isAbandoned) return record(deps, claimed, givenUp)
  const status = await attemptSend({ ...deps, mailer: await deps.mailer() }, claimed.value)
  await record(deps, claimed, outcomeOf(status, claimed.value, deps.clock.now(), deps.waitMs))
}

interface ClaimedEmail extends Versioned<OutboxEmail> {
  /** Claimed by somebody who has died, so nobody knows whether it was sent. */
  isAbandoned: boolean
}

/** Undefined when there is nothing to do with it now. */
const claimEmail = (deps: SendEmailDeps, emailId: string): Promise<ClaimedEmail | undefined> =>
  change<Versioned<OutboxEmail> | undefined, Versioned<OutboxEmail & EmailClaim>, ClaimedEmail | undefined>(
    deps,
    {
      read: () => deps.outbox.read(emailId),
      recognise: (stored, { value: { claimId } }) =>
        stored?.value.status === 'sending' && isHeldBy(stored.value, claimId)
          ? { result: { ...stored, isAbandoned: false } }
          : undefined,
      decide: stored => {
        if (!stored) return { result: undefined }
        const { value, revision } = stored
        const now = deps.clock.now()
        if (value.status === 'sending' && !isAlive(value, now))
          return { result: { ...stored, isAbandoned: true } }
        if (value.status !== 'pending' || (value.attempts > 0 && value.dueAt && value.dueAt > now))
          return { result: undefined }
        const tries = { attempts: value.attempts + 1, triedSince: value.triedSince ?? now }
        const claimed = { ...value, ...newClaim(deps, 'email'), ...tries, status: 'sending' as const }
        return { write: { value: claimed, revision } }
      },
      commit: async ({ value, revision }) => {
        // Without a mailer it is better left unclaimed.
        await deps.mailer()
        const { claimId, leaseUntil, attempts, triedSince } = value
        const ended = await deps.outbox.claim(emailId, revision, {
          claimId,
          leaseUntil,
          attempts,
          triedSince,
        })
        return ended === 'unresolved'
          ? ended
          : { result: { value, revision: ended.result, isAbandoned: false } }
      },
    },
  )

async function attemptSend(
  { mailer, linkFor, log }: Pick<SendEmailDeps, 'linkFor' | 'log'> & { mailer: Mailer },
  { emailId, template, to, data, about, attempts }: OutboxEmail,
): Promise<EmailStatus> {
  try {
    const link = linkFor(about)
    await mailer.send({ emailId, template, to, data: link === undefined ? data : { ...data, link } })
    return 'sent'
  } catch (error) {
    log.error('e-mail was not sent', { emailId, template, attempts, error })
    if (!(error instanceof ProviderError) || error.kind === 'unknown') return 'unknown'
    return error.kind === 'retryable' || refusesOurKey(error) ? 'pending' : 'failed'
  }
}

/** Written again as long as the claim stands: only who holds it knows whether the e-mail was sent. */
async function record(deps: SendEmailDeps, claimed: ClaimedEmail, decision: Decision): Promise<void> {
  const { emailId, claimId, about } = claimed.value
  const { item, ...outcome } = decision
  await change<Versioned<OutboxEmail> | undefined, Versioned<Outcome>, unknown>(
    deps,
    {
      read: () => deps.outbox.read(emailId),
      decide: stored =>
        stored?.value.status === 'sending' && stored.value.claimId === claimId
          ? { write: { value: { ...outcome, at: deps.clock.now() }, revision: stored.revision } }
          : { result: undefined },
      commit: ({ value, revision }) => {
        const id = item && `${item.kind}_${emailId}`
        const opened = item && id && { ...item, id, about: { ...about, emailId }, createdAt: value.at }
        return deps.outbox.record(emailId, revision, value, { items: opened ? [{ open: opened }] : [] })
      },
    },
    { known: claimed },
  )
}

interface Decision extends Omit<Outcome, 'at'> {
  /** For a person who has to look at it. */
  item?: Pick<NewItem, 'kind' | 'detail' | 'nextAction'>
}
/** How often an e-mail was tried by now, and since when. */
type Tries = Pick<OutboxEmail, 'attempts' | 'triedSince'>

/** Milliseconds. */
const minute = 60_000
const hour = 60 * minute

/** What becomes of an e-mail after a try: `pending` is tried again later, until that was done for so long. */
export function outcomeOf(status: EmailStatus, tries: Tries, now: Date, waitMs: number): Decision {
  if (status === 'failed') return { status, item: refused }
  if (status === 'unknown') return givenUp
  if (status !== 'pending') return { status }
  if (now.getTime() - (tries.triedSince ?? now).getTime() >= waitMs)
    return { status: 'failed', item: unreachable }
  return { status, dueAt: new Date(now.getTime() + waitAfter(tries.attempts)) }
}

/** One to two minutes after the first try, twice that after the next, at most an hour. */
const waitAfter = (attempts: number): number =>
  Math.min(hour, minute * 2 ** attempts) / 2 + fullJitter({ baseMs: minute / 2, capMs: hour / 2 }, attempts)

const refused = {
  kind: 'email-failed',
  detail: 'The mailer refused an e-mail, so it was not sent.',
  nextAction: 'Check the address and the template, then tell the recipient another way.',
}

const unreachable = {
  kind: 'email-not-sent',
  detail: 'The mailer could not be reached, or was too busy, for too long, so an e-mail was not sent.',
  nextAction: 'Check that the mailer works, then tell the recipient another way.',
}

const unknown = {
  kind: 'email-outcome-unknown',
  detail: 'The mailer did not answer, so an e-mail may or may not have been sent.',
  nextAction: 'Ask the recipient whether it came, and only if it did not tell them another way.',
}

/** Its sender does not know whether it was sent, or has died. */
const givenUp: Decision = { status: 'unknown', item: unknown }
