import { isDocumentId } from '../../identifiers.ts'
import type { Clock } from '../../ports.ts'
import type { DatedStay, Guests, GuestThread } from '../guest.ts'
import { addressesOf, type FoundGuest, hasAny } from './guest-change.ts'
import type { ReceivedMessage } from './receive-message.ts'
import type { TriageReason } from './triage.ts'

/**
 * Where a message belongs and who wrote it; or why that is unclear, and who wrote it if at least that is clear. With
 * everybody who is known by one of its addresses.
 */
export type Resolution = { found: FoundGuest[] } & (
  | { threadId: string; writer: FoundGuest }
  | { reason: TriageReason; writer?: FoundGuest }
)

/** Finds the thread a message belongs to. Three round trips, more only where many of a guest's stays have no thread. */
export async function resolveThread(
  { guests, clock }: { guests: Guests; clock: Clock },
  message: Pick<ReceivedMessage, 'from' | 'senderId'>,
): Promise<Resolution> {
  const { found, likely } = await findSenders(guests, message)
  const [writer, ...others] = likely
  if (writer === undefined) return { reason: 'unknown-sender', found }
  if (others.length > 0) return { reason: 'ambiguous-sender', found }
  const now = clock.now()
  const thread = nearestThread(await guests.threadsOf(writer.guestId, now), now)
  const threadId = thread?.threadId ?? writer.guest.threadId
  return threadId && isDocumentId(threadId)
    ? { threadId, writer, found }
    : { reason: 'no-thread', writer, found }
}

/**
 * The guests a message may come from, and the likely ones of them: whom staff gave the address, else who has it as
 * their number, else who turned out to have it.
 */
export async function findSenders(
  guests: Pick<Guests, 'byAddress'>,
  message: Pick<ReceivedMessage, 'from' | 'senderId'>,
): Promise<{ found: FoundGuest[]; likely: FoundGuest[] }> {
  const addresses = addressesOf(message)
  const found = await guests.byAddress(addresses)
  const given = found.filter(({ guest }) => hasAny({ ...guest, chatappIds: [] }, addresses))
  const numbered = found.filter(({ guest: { phone } }) => phone && addresses.includes(phone))
  const likely = [given, numbered, found].find(some => some.length > 0) ?? []
  return { found, likely }
}

/**
 * The thread an inbound message belongs to: that of the stay going on now, else of the next one to come, else of the
 * last one past, else of one that was cancelled. Days are compared in UTC; the thread's id breaks ties, so that every delivery decides alike.
 */
export function nearestThread(threads: readonly GuestThread[], now: Date): GuestThread | undefined {
  const isNearer = nearestFirst(now)
  const ranked = threads.toSorted(
    (a, b) => isNearer(a.reservation, b.reservation) || (a.threadId < b.threadId ? -1 : 1),
  )
  return ranked[0]
}

/** Orders stays by that rule. */
export function nearestFirst(now: Date): (a: DatedStay, b: DatedStay) => number {
  const today = now.toISOString().slice(0, 10)
  return (a, b) => compare(rankOf(a, today), rankOf(b, today))
}

/** Smaller is nearer: [class, days]. */
function rankOf({ arrival, departure, status }: DatedStay, today: string): [number, number] {
  if (status === 'cancelled') return [3, Math.abs(Date.parse(arrival) - Date.parse(today))]
  if (arrival <= today && today <= departure) return [0, -Date.parse(arrival)]
  if (arrival > today) return [1, Date.parse(arrival)]
  return [2, -Date.parse(departure)]
}

const compare = (a: [number, number], b: [number, number]): number => a[0] - b[0] || a[1] - b[1]
