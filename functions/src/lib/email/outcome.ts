import { fullJitter } from '../durable/backoff.ts'
import type { NewItem } from '../items/item.ts'
import type { EmailStatus, OutboxEmail, Outcome } from './ports.ts'

export interface Decision extends Omit<Outcome, 'at'> {
  /** For a person who has to look at it. */
  item?: Pick<NewItem, 'kind' | 'detail' | 'nextAction'>
}
/** How often an e-mail was tried by now, and since when. */
type Tries = Pick<OutboxEmail, 'attempts' | 'triedSince'>

/** Milliseconds. */
const minute = 60_000
const hour = 60 * minute
/** A mailer that is down or busy is tried again for this long. */
const patienceMs = 48 * hour

/** What becomes of an e-mail after a try: `pending` is tried again later, until that was done for two days. */
export function outcomeOf(status: EmailStatus, tries: Tries, now: Date): Decision {
  if (status === 'failed') return { status, item: refused }
  if (status === 'unknown') return givenUp
  if (status !== 'pending') return { status }
  if (now.getTime() - (tries.triedSince ?? now).getTime() >= patienceMs)
    return { status: 'failed', item: unreachable }
  return { status, notBefore: new Date(now.getTime() + waitAfter(tries.attempts)) }
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
  detail: 'The mailer could not be reached, or was too busy, for two days, so an e-mail was not sent.',
  nextAction: 'Check that the mailer works, then tell the recipient another way.',
}

const unknown = {
  kind: 'email-outcome-unknown',
  detail: 'The mailer did not answer, so an e-mail may or may not have been sent.',
  nextAction: 'Ask the recipient whether it came, and only if it did not tell them another way.',
}

/** Its sender does not know whether it was sent, or has died. */
export const givenUp: Decision = { status: 'unknown', item: unknown }
