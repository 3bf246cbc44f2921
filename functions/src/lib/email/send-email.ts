import { change } from '../durable/change.ts'
import { isAlive, isHeldBy, newClaim } from '../durable/lease.ts'
import { ProviderError } from '../errors.ts'
import type { System, Versioned } from '../ports.ts'
import { type Decision, givenUp, outcomeOf } from './outcome.ts'
import type { EmailClaim, EmailStatus, Mailer, Outbox, OutboxEmail, Outcome } from './ports.ts'

export interface SendEmailDeps extends System {
  outbox: Outbox
  /** Asked for only when something is to be sent. */
  mailer(): Promise<Mailer>
  /** Origin that relative links are completed with. */
  publicUrl: string
}

/**
 * Sends an e-mail of the outbox, at most once: claim, send, record. What was surely not processed is tried again by
 * the sweep, ever more rarely, for two days; an unknown outcome is recorded as such, with an item for a person, and
 * never repeated. Safe to call again at any time: what is claimed, not yet due or finished is left alone.
 */
export async function sendEmail(deps: SendEmailDeps, emailId: string): Promise<void> {
  const claimed = await claimEmail(deps, emailId)
  if (!claimed) return
  if (claimed.isAbandoned) return record(deps, claimed, givenUp)
  const status = await attemptSend({ ...deps, mailer: await deps.mailer() }, claimed.value)
  await record(deps, claimed, outcomeOf(status, claimed.value, deps.clock.now()))
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
        if (value.status !== 'pending' || (value.notBefore && value.notBefore > now))
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
  { mailer, publicUrl, log }: Pick<SendEmailDeps, 'publicUrl' | 'log'> & { mailer: Mailer },
  { emailId, template, to, data, attempts }: OutboxEmail,
): Promise<EmailStatus> {
  try {
    await mailer.send({ emailId, template, to, data: withAbsoluteLink(data, publicUrl) })
    return 'sent'
  } catch (error) {
    log.error('e-mail was not sent', { emailId, template, attempts, error })
    if (!(error instanceof ProviderError) || error.kind === 'unknown') return 'unknown'
    return error.kind === 'retryable' ? 'pending' : 'failed'
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

const withAbsoluteLink = (data: Record<string, string>, publicUrl: string): Record<string, string> =>
  data.link?.startsWith('/') ? { ...data, link: `${publicUrl.replace(/\/$/, '')}${data.link}` } : data
