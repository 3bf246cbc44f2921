import { isDocumentId } from '../../identifiers.ts'
import type { Clock } from '../../ports.ts'
import { addressesOf, type FoundGuest } from './guest-change.ts'
import type { GuestThread, InboundStore } from './ports.ts'
import type { ReceivedMessage } from './receive-message.ts'
import type { TriageReason } from './triage.ts'

/** Where a message belongs and who wrote it; or why that is unclear, and who may have written it. */
export type Home = { threadId: string; guest: FoundGuest } | { reason: TriageReason; guests: FoundGuest[] }

/** Finds the home of a message. Three round trips at most. */
export async function findHome(
  { inbound, clock }: { inbound: InboundStore; clock: Clock },
  message: Pick<ReceivedMessage, 'from' | 'senderId'>,
): Promise<Home> {
  const guests = await findSenders(inbound, message)
  const [guest, ...others] = guests
  if (guest === undefined) return { reason: 'unknown-sender', guests }
  if (others.length > 0) return { reason: 'ambiguous-sender', guests }
  const thread = homeThread(await inbound.threadsOfGuest(guest.guestId), clock.now())
  const threadId = thread?.threadId ?? guest.guest.threadId
  return threadId && isDocumentId(threadId) ? { threadId, guest } : { reason: 'no-thread', guests }
}

/** The guests a message may come from. One whom staff gave the address wins over those who have it as their number. */
export async function findSenders(
  inbound: Pick<InboundStore, 'guestsByAddress'>,
  message: Pick<ReceivedMessage, 'from' | 'senderId'>,
): Promise<FoundGuest[]> {
  const addresses = addressesOf(message)
  const found = await inbound.guestsByAddress(addresses)
  const given = found.filter(({ guest }) => guest.addresses.some(address => addresses.includes(address)))
  return given.length > 0 ? given : found
}

/**
 * The thread an inbound message belongs to: that of the stay going on now, else of the next one to come, else of the
 * last one past. Days are compared in UTC; the thread's id breaks ties, so that every delivery decides alike.
 */
export function homeThread(threads: readonly GuestThread[], now: Date): GuestThread | undefined {
  const today = now.toISOString().slice(0, 10)
  const ranked = threads.map(thread => ({ thread, rank: rankOf(thread.reservation, today) }))
  ranked.sort((a, b) => compare(a.rank, b.rank) || (a.thread.threadId < b.thread.threadId ? -1 : 1))
  return ranked[0]?.thread
}

/** Smaller is nearer: [class, days]. */
function rankOf({ arrival, departure }: GuestThread['reservation'], today: string): [number, number] {
  if (arrival <= today && today <= departure) return [0, -Date.parse(arrival)]
  if (arrival > today) return [1, Date.parse(arrival)]
  return [2, -Date.parse(departure)]
}

const compare = (a: [number, number], b: [number, number]): number => a[0] - b[0] || a[1] - b[1]
