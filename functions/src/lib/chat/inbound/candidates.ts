import * as z from 'zod'
import { textOrNull } from '../../shapes.ts'
import {
  type FoundGuest,
  type GuestStay,
  type Guests,
  type GuestThread,
  isDated,
  type ThreadOfStay,
} from '../guest.ts'
import type { Written } from './conversation.ts'
import { nearestThreadFirst } from './stay-order.ts'

/** A thread that a message in triage may belong to, in words that staff know it by. */
export const candidate = z.object({
  threadId: z.string(),
  guestName: textOrNull,
  propertyName: textOrNull,
  /** Days, `YYYY-MM-DD`. */
  arrival: textOrNull,
  departure: textOrNull,
})
export type Candidate = z.infer<typeof candidate>

/** More are searched for by name. */
const most = 5

interface Unclear {
  /** Who may have written. */
  guests: readonly FoundGuest[]
  stays: readonly GuestStay[]
  /** Of their stays, where they were read already. */
  threads?: readonly GuestThread[] | undefined
  repliedTo?: Written | undefined
  now: Date
}

/**
 * The thread that is replied to, then those of the guests' stays, the nearest first, then those their messages go to.
 */
export async function candidatesOf(
  deps: { guests: Pick<Guests, 'threadsOf' | 'stay'> },
  { guests, stays, threads, repliedTo, now }: Unclear,
): Promise<Candidate[]> {
  const own = stays.filter(({ guestId }) => guests.some(guest => guest.guestId === guestId))
  const ofStays = threads ?? (await deps.guests.threadsOf(own.filter(isDated), now))
  const found: ThreadOfStay[] = [
    ...(repliedTo ? [{ ...repliedTo, reservationId: reservationOf(repliedTo) }] : []),
    ...ofStays
      .toSorted(nearestThreadFirst(now))
      .map(({ threadId, reservation: { reservationId } }) => ({ threadId, reservationId })),
    ...guests.flatMap(({ guest: { threadId } }) => (threadId ? [{ threadId }] : [])),
  ]
  const isFirst = ({ threadId }: ThreadOfStay, at: number) =>
    found.findIndex(other => other.threadId === threadId) === at
  return Promise.all(
    found
      .filter(isFirst)
      .slice(0, most)
      .map(thread => candidateFor(deps, thread)),
  )
}

const reservationOf = ({ reservationId, delivery }: Written) => reservationId ?? delivery?.reservationId

async function candidateFor(
  { guests }: { guests: Pick<Guests, 'stay'> },
  { threadId, reservationId }: ThreadOfStay,
): Promise<Candidate> {
  const { guest, propertyName, arrival, departure } = await guests.stay({ threadId, reservationId })
  return {
    threadId,
    guestName: guest?.name ?? null,
    propertyName: propertyName ?? null,
    arrival: arrival ?? null,
    departure: departure ?? null,
  }
}
