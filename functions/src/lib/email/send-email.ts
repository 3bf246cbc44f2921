import type { Needs } from '../context.ts'
import { actOnce } from '../durable/act-once.ts'
import { fullJitter } from '../durable/backoff.ts'
import { isAlive } from '../durable/lease.ts'
import { ProviderError, refusesOurKey } from '../errors.ts'
import { itemWrites, type NewItem } from '../items/item.ts'
import { ready } from '../lazy-port.ts'
import { fieldRemoval, patch, type Write } from '../store.ts'
import { type LandlordLink, landlordLink } from './landlord-link.ts'
import { type EmailDocument, type EmailStatus, emails, type OutboxEmail } from './outbox.ts'

type Deps = Needs<'mailer' | 'rules' | 'store'>

/**
 * Retries with backoff until the e-mail would come too late. An unknown outcome waits for the mailer's event, then
 * sends again: two e-mails are better than none; at last a person decides.
 */
export async function sendEmail(deps: Deps, emailId: string): Promise<void> {
  // A wrong address, or no mailer, fails before the claim.
  const linkFor = landlordLink(deps.rules.landlordUrl())
  await ready(deps.mailer)
  const waits = { waitMs: deps.rules.emailWaitMs(), resendMs: deps.rules.emailResendMs() }
  await actOnce(deps, {
    at: emails.at(emailId),
    lease: 'email',
    claim(value, now) {
      const status = 'sending' as const
      if (value.status === status) return isAlive(value, now) ? undefined : { status }
      const tries = { attempts: value.attempts + 1, triedSince: value.triedSince ?? now }
      return isDue(value, now) ? { status, ...tries } : undefined
    },
    // The sender died, perhaps after the send.
    act: async (email, before) =>
      before.status === 'sending' ? 'unknown' : attemptSend(deps, linkFor, email),
    record(email, status) {
      if (email.value.status !== 'sending') return { writes: [], result: undefined }
      const now = deps.clock.now()
      return {
        writes: outcomeWrites(email, outcomeOf(status, email.value, now, waits), now),
        result: undefined,
      }
    },
  })
}

const isDue = ({ status, attempts, dueAt }: OutboxEmail, now: Date): boolean =>
  status === 'pending'
    ? attempts === 0 || dueAt === undefined || dueAt <= now
    : status === 'unknown' && dueAt !== undefined && dueAt <= now

async function attemptSend(
  { mailer, log }: Deps,
  linkFor: LandlordLink,
  { id: emailId, value: { template, to, data, about, attempts } }: EmailDocument,
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

function outcomeWrites(
  email: EmailDocument,
  { status, lostAnswers, dueAt, item }: Outcome,
  at: Date,
): Write[] {
  const { id, revision, value } = email
  const sentAt = status === 'sent' ? at : undefined
  const about = { ...value.about, emailId: id }
  return [
    patch(email, { status, sentAt, lostAnswers, dueAt: dueAt ?? fieldRemoval }, revision),
    ...(item ? itemWrites({ open: { ...item, id: `${item.kind}_${id}`, about, createdAt: at } }) : []),
  ]
}

interface Outcome {
  status: EmailStatus
  dueAt?: Date
  lostAnswers?: number
  item?: Pick<NewItem, 'kind' | 'detail' | 'nextAction'>
}

type Tries = Pick<OutboxEmail, 'attempts' | 'triedSince' | 'lostAnswers'>

interface Waits {
  waitMs: number
  /** The wait for the mailer's event. */
  resendMs: number
}

const minute = 60_000
const hour = 60 * minute

const mostResends = 3

export function outcomeOf(
  status: EmailStatus,
  tries: Tries,
  now: Date,
  { waitMs, resendMs }: Waits,
): Outcome {
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

/** One to two minutes, then doubling, at most an hour. */
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
