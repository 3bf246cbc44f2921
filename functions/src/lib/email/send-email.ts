import { ProviderError } from '../errors.ts'
import type { Revision, System } from '../ports.ts'
import { jittered } from '../retry-delay.ts'
import { givenUp, outcomeOf } from './outcome.ts'
import type { EmailStatus, Mailer, Outbox, OutboxEmail, Outcome } from './ports.ts'

export interface SendEmailDeps extends System {
  outbox: Outbox
  /** Asked for only when something is to be sent. */
  mailer(): Promise<Mailer>
  /** Origin that relative links are completed with. */
  publicUrl: string
}

const lease = 120_000
const maxRecords = 6

/**
 * Sends an e-mail of the outbox, at most once: claim, send, record. What was surely not processed is tried again by
 * the sweep, ever more rarely, for two days; an unknown outcome is recorded as such, with an item for a person, and
 * never repeated. Safe to call again at any time: what is claimed, not yet due or finished is left alone.
 */
export async function sendEmail(deps: SendEmailDeps, emailId: string): Promise<void> {
  const email = await deps.outbox.load(emailId)
  if (!email) return
  const now = deps.clock.now()
  const { status, attempts, triedSince, notBefore, leaseUntil, claimId, about } = email.value
  if (status === 'sending' && (leaseUntil ?? now) <= now) {
    return record(deps, { emailId, claimId, revision: email.revision }, { ...givenUp, about })
  }
  if (status !== 'pending' || (notBefore && notBefore > now)) return
  const mailer = await deps.mailer()
  const claim = {
    claimId: deps.ids.claim(),
    attempts: attempts + 1,
    triedSince: triedSince ?? now,
    leaseUntil: new Date(now.getTime() + lease),
  }
  const revision = await deps.outbox.claim(emailId, email.revision, claim)
  if (revision === undefined) return
  const result = await attemptSend({ ...deps, mailer }, email.value, claim.attempts)
  const decision = outcomeOf(result, claim, deps.clock.now())
  await record(deps, { emailId, claimId: claim.claimId, revision }, { ...decision, about })
}

async function attemptSend(
  { mailer, publicUrl, log }: Pick<SendEmailDeps, 'publicUrl' | 'log'> & { mailer: Mailer },
  { emailId, template, to, data }: OutboxEmail,
  attempts: number,
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

/** A claim on an e-mail, and the state it was last seen in. */
interface Claim {
  emailId: string
  claimId: string | undefined
  revision: Revision
}

/** Written again as long as the claim stands: only who holds it knows whether the e-mail was sent. */
async function record(deps: SendEmailDeps, claim: Claim, decision: Omit<Outcome, 'at'>): Promise<void> {
  const { emailId, claimId } = claim
  let { revision } = claim
  for (let attempt = 0; attempt < maxRecords; attempt += 1) {
    if (await deps.outbox.record(emailId, revision, { ...decision, at: deps.clock.now() })) return
    const now = await deps.outbox.load(emailId)
    if (now?.value.status !== 'sending' || now.value.claimId !== claimId) return
    revision = now.revision
    await deps.clock.sleep(jittered(attempt, 20, 500))
  }
  throw new Error('the outcome of an e-mail could not be recorded')
}

const withAbsoluteLink = (data: Record<string, string>, publicUrl: string): Record<string, string> =>
  data.link?.startsWith('/') ? { ...data, link: `${publicUrl.replace(/\/$/, '')}${data.link}` } : data
