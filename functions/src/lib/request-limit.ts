import { type Actor, isTrusted } from './actor.ts'
import { authorizeRate, type RateLimit } from './chat/posting/rate-limit.ts'
import type { Needs } from './context.ts'
import { DomainError } from './errors.ts'
import { dayEnd, dayOf, minuteEnd, minuteOf, userMinute } from './identifiers.ts'

// What is counted here is stored nowhere: each process counts for itself. Ids of users hold no colon.

/** Landlords' requests are not used up by who merely signed up. */
const partOf = ({ role }: Actor): string => (role === 'landlord' ? 'landlords' : 'others')

/**
 * Counts a request, or a further page of documents that it reads, except for staff and services: of the user by method,
 * and of all landlords, or all others, together. Throws `rate-limited`, also who was answered as much as a day allows.
 */
export function countRequest(
  deps: Needs<'dayTally' | 'requestTally' | 'rules'>,
  actor: Actor,
  method: string,
): void {
  if (isTrusted(actor)) return
  const { clock, requestTally, rules } = deps
  authorizeAnswer(deps, actor)
  const now = clock.now()
  const ids = [`${method}:${userMinute(actor.uid, now)}`, `${partOf(actor)}:${minuteOf(now)}`] as const
  const [ofUser, ofAll] = [rules.userRequestsPerMinute(), rules.memberRequestsPerMinute()]
  authorizeRate(now, [
    {
      ...{ count: requestTally.count(ids[0]), atMost: ofUser },
      words: `A user may make ${ofUser} requests a minute.`,
    },
    {
      ...{ count: requestTally.count(ids[1]), atMost: ofAll },
      words: `All ${partOf(actor)} together may make ${ofAll} requests a minute.`,
    },
  ])
  for (const id of ids) requestTally.add(id, minuteEnd(now))
}

/**
 * Counts a page of a thread that is read by membership: of all landlords and members together in a minute, of one in a
 * day. Throws `rate-limited`.
 */
export function countMemberPage(
  { clock, dayTally, requestTally, rules }: Needs<'dayTally' | 'requestTally' | 'rules'>,
  actor: Actor,
): void {
  if (isTrusted(actor)) return
  const now = clock.now()
  const [ofDay, ofMinute] = [
    `pages:${encodeURIComponent(actor.uid)}:${dayOf(now)}`,
    `members:${minuteOf(now)}`,
  ]
  const [perDay, perMinute] = [rules.userPagesPerDay(), rules.memberPagesPerMinute()]
  authorizeDay(now, [
    { count: dayTally.count(ofDay), atMost: perDay, words: `A user may read ${perDay} pages a day.` },
  ])
  const words = `All members together may read ${perMinute} pages a minute.`
  authorizeRate(now, [{ count: requestTally.count(ofMinute), atMost: perMinute, words }])
  dayTally.add(ofDay, dayEnd(now))
  requestTally.add(ofMinute, minuteEnd(now))
}

const megabyte = 1_000_000

const answered = (who: Actor | undefined, now: Date) => ({
  ofUser: who && `bytes:${encodeURIComponent(who.uid)}:${dayOf(now)}`,
  ofAll: `${who ? 'members' : 'anybody'}:${dayOf(now)}`,
})

/**
 * Lets who was answered less than a day allows be answered again; nobody is who calls a public route without a sign-in.
 * Throws `rate-limited`.
 */
export function authorizeAnswer(
  { clock, dayTally, rules }: Needs<'dayTally' | 'rules'>,
  who: Actor | undefined,
): void {
  if (who && isTrusted(who)) return
  const now = clock.now()
  const { ofUser, ofAll } = answered(who, now)
  const [perUser, perAll] = [rules.userMegabytesPerDay(), rules.memberMegabytesPerDay()]
  authorizeDay(now, [
    {
      ...{ count: ofUser === undefined ? 0 : dayTally.count(ofUser), atMost: perUser * megabyte },
      words: `A user may be answered ${perUser} MB a day.`,
    },
    {
      ...{ count: dayTally.count(ofAll), atMost: perAll * megabyte },
      words: `All together may be answered ${perAll} MB a day.`,
    },
  ])
}

/** Counts what was answered. */
export function countAnswer(
  { clock, dayTally }: Needs<'dayTally'>,
  who: Actor | undefined,
  bytes: number,
): void {
  if (who && isTrusted(who)) return
  const now = clock.now()
  for (const id of Object.values(answered(who, now)))
    if (id !== undefined) dayTally.add(id, dayEnd(now), bytes)
}

/** As `authorizeRate` does for a minute. */
function authorizeDay(now: Date, limits: readonly RateLimit[]): void {
  const reached = limits.find(({ count, atMost }) => count >= atMost)
  if (!reached) return
  throw new DomainError('rate-limited', reached.words, {
    nextAction: 'Do it again tomorrow; days end at midnight UTC.',
    retryAfterSeconds: Math.max(1, Math.ceil((dayEnd(now).getTime() - now.getTime()) / 1000)),
  })
}
