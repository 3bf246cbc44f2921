import type { Needs } from '../context.ts'
import { fullJitter } from '../durable/backoff.ts'
import { change } from '../durable/change.ts'
import { isAlive, isHeldBy, newClaim } from '../durable/lease.ts'
import { ProviderError, refusesOurKey } from '../errors.ts'
import type { NewItem } from '../items/item.ts'
import { ready } from '../lazy-port.ts'
import type { Versioned } from '../ports.ts'
import { type LandlordLink, landlordLink } from './landlord-link.ts'
import type { EmailClaim, EmailStatus, OutboxEmail, Outcome } from './ports.ts'

type Deps = Needs<'mailer' | 'outbox' | 'rules'>

/**
 * Sends an e-mail of the outbox: claim, send, record. The schedule retries what was certainly not processed, with
 * backoff, until it would come too late. One of unknown outcome waits for the mailer's own event, and without one is
 * sent again, since two e-mails are better than none; then it is left to a person. Safe to call at any time: an e-mail
 * that is claimed, not yet due or finished is left alone.
 */
export async function sendEmail(deps: Deps, emailId: string): Promise<void> {
  // Before the claim: a wrong address, or no mailer, leaves the e-mail as it is.
  const linkFor = landlordLink(deps.rules.landlordUrl())
  const claimed = await claimEmail(deps, emailId)
  if (!claimed) return
  const status = claimed.isAbandoned ? 'unknown' : await attemptSend(deps, linkFor, claimed.value)
  const waits = { waitMs: deps.rules.emailWaitMs(), resendMs: deps.rules.emailResendMs() }
  await record(deps, claimed, outcomeOf(status, claimed.value, deps.clock.now(), waits))
}

interface ClaimedEmail extends Versioned<OutboxEmail> {
  /** Its sender died, so nobody knows whether it was sent. */
  isAbandoned: boolean
}

type ToClaim = Versioned<OutboxEmail> & { claim: EmailClaim }

/** Undefined if there is nothing to do now. */
const claimEmail = (deps: Deps, emailId: string): Promise<ClaimedEmail | undefined> =>
  change<Versioned<OutboxEmail> | undefined, ToClaim, ClaimedEmail | undefined>(deps, {
    read: () => deps.outbox.read(emailId),
    recognise: (stored, { claim: { claimId } }) =>
      stored?.value.status === 'sending' && isHeldBy(stored.value, claimId)
        ? { result: { ...stored, isAbandoned: false } }
        : undefined,
    decide: stored => {
      if (!stored) return { result: undefined }
      const { value } = stored
      const now = deps.clock.now()
      if (value.status === 'sending' && !isAlive(value, now))
        return { result: { ...stored, isAbandoned: true } }
      if (!isDue(value, now)) return { result: undefined }
      const tries = { attempts: value.attempts + 1, triedSince: value.triedSince ?? now }
      return { write: { ...stored, claim: { ...newClaim(deps, 'email'), ...tries } } }
    },
    commit: async ({ value: before, revision, claim }) => {
      // Without a mailer it must stay unclaimed.
      await ready(deps.mailer)
      const ended = await deps.outbox.claim(emailId, revision, claim)
      if (ended === 'unresolved') return ended
      const value = { ...before, ...claim, status: 'sending' as const }
      return { result: { value, revision: ended.result, isAbandoned: false } }
    },
  })

/** The first try waits for nobody's clock. */
const isDue = ({ status, attempts, dueAt }: OutboxEmail, now: Date): boolean =>
  status === 'pending'
    ? attempts === 0 || dueAt === undefined || dueAt <= now
    : status === 'unknown' && dueAt !== undefined && dueAt <= now

async function attemptSend(
  { mailer, log }: Deps,
  linkFor: LandlordLink,
  { emailId, template, to, data, about, attempts }: OutboxEmail,
): Promise<EmailStatus> {
  try {
    const link = linkFor(about)
    await mailer.send({ emailId, template, to, data: link === undefined ? data : { link, ...data } })
    return 'sent'
  } catch (error) {
    log.error('e-mail was not sent', { emailId, template, attempts, error })
    if (!(error instanceof ProviderError) || error.kind === 'unknown') return 'unknown'
    return error.kind === 'retryable' || refusesOurKey(error) ? 'pending' : 'failed'
  }
}

/** Retried while the claim stands: only its holder knows whether the e-mail was sent. */
async function record(deps: Deps, claimed: ClaimedEmail, decision: Decision): Promise<void> {
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
  /** For a person to look at. */
  item?: Pick<NewItem, 'kind' | 'detail' | 'nextAction'>
}
/** How often an e-mail was tried by now, and since when. */
type Tries = Pick<OutboxEmail, 'attempts' | 'triedSince' | 'lostAnswers'>

interface Waits {
  /** How long an e-mail is tried. Milliseconds. */
  waitMs: number
  /** How long one of unknown outcome waits for the mailer's event. Milliseconds. */
  resendMs: number
}

/** Milliseconds. */
const minute = 60_000
const hour = 60 * minute

/** An e-mail of unknown outcome is sent again so often at most. */
const mostResends = 3

/** The decision after a try: `pending` is retried later, `unknown` sent again, until `waitMs` is over. */
export function outcomeOf(
  status: EmailStatus,
  tries: Tries,
  now: Date,
  { waitMs, resendMs }: Waits,
): Decision {
  const isTooLate = now.getTime() - (tries.triedSince ?? now).getTime() >= waitMs
  const { lostAnswers = 0 } = tries
  if (status === 'failed') return { status, item: refused }
  if (status === 'unknown') {
    const lost = { status, lostAnswers: lostAnswers + 1 }
    return isTooLate || lostAnswers >= mostResends
      ? { ...lost, item: unknown }
      : { ...lost, dueAt: new Date(now.getTime() + resendMs) }
  }
  if (status !== 'pending') return { status }
  if (isTooLate)
    return lostAnswers > 0 ? { status: 'unknown', item: unknown } : { status: 'failed', item: unreachable }
  return { status, dueAt: new Date(now.getTime() + waitAfter(tries.attempts)) }
}

/** One to two minutes after the first try, then doubling, at most an hour. */
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
  detail:
    'The mailer did not say what became of an e-mail, although it was tried again: it may or may not have been sent.',
  nextAction: 'Ask the recipient whether it came, and only if it did not tell them another way.',
}
