import { textAt } from '../../documents.ts'
import type { Store } from '../../store.ts'
import type { Written } from '../conversation.ts'
import {
  type DatedStay,
  type GuestStay,
  type GuestThread,
  type GuestWithId,
  isDated,
  type ThreadOfStay,
} from '../guest.ts'
import type { Candidate } from '../inbound-records.ts'
import { isOfStay } from '../opening/plan-thread.ts'
import { nearestFirst, nearestThreadFirst } from '../stay-order.ts'
import { stayOfThread } from '../stays.ts'
import { threads } from '../thread-writes.ts'

/** Staff search for more by name. */
const most = 5

interface Unclear {
  guests: readonly GuestWithId[]
  stays: readonly GuestStay[]
  threads?: readonly GuestThread[] | undefined
  repliedTo?: Written | undefined
  now: Date
}

export async function candidatesOf(
  store: Store,
  { guests, stays, threads, repliedTo, now }: Unclear,
): Promise<Candidate[]> {
  const own = stays.filter(({ guestId }) => guests.some(guest => guest.guestId === guestId))
  const ofStays = threads ?? (await threadsOfStays(store, own.filter(isDated), now))
  const pairs: ThreadOfStay[] = [
    ...(repliedTo ? [{ ...repliedTo, reservationId: reservationOf(repliedTo) }] : []),
    ...ofStays
      .toSorted(nearestThreadFirst(now))
      .map(({ threadId, reservation: { reservationId } }) => ({ threadId, reservationId })),
    ...guests.flatMap(({ guest: { threadId } }) => (threadId ? [{ threadId }] : [])),
  ]
  const isFirst = ({ threadId }: ThreadOfStay, at: number) =>
    pairs.findIndex(other => other.threadId === threadId) === at
  return Promise.all(
    pairs
      .filter(isFirst)
      .slice(0, most)
      .map(thread => candidateFor(store, thread)),
  )
}

/** Firestore's bound on a filter `in`. */
const mostValues = 30

/** At least the nearest stay's threads. One round trip, none without a stay, more if many stays lack threads. */
export async function threadsOfStays(
  store: Store,
  stays: readonly (GuestStay & DatedStay)[],
  now: Date,
): Promise<GuestThread[]> {
  const staysById = new Map(stays.map(stay => [stay.reservationId, stay]))
  const ids = stays.toSorted(nearestFirst(now)).map(({ reservationId }) => reservationId)
  for (let from = 0; from < ids.length; from += mostValues) {
    const nearest = ids.slice(from, from + mostValues)
    const documents = await store.find(threads.any.where('reservationId', 'in', nearest))
    if (documents.length === 0) continue
    return documents.flatMap((thread): GuestThread[] => {
      const reservation = staysById.get(textAt(thread, 'reservationId') ?? '')
      const isTheirs = reservation && isOfStay(textAt(thread, 'guestId'), reservation)
      return isTheirs ? [{ threadId: thread.id, reservation }] : []
    })
  }
  return []
}

const reservationOf = ({ reservationId, delivery }: Written) => reservationId ?? delivery?.reservationId

async function candidateFor(store: Store, { threadId, reservationId }: ThreadOfStay): Promise<Candidate> {
  const { guest, propertyName, arrival, departure } = await stayOfThread(store, {
    threadId,
    reservationId,
  })
  return {
    threadId,
    guestName: guest?.name ?? null,
    propertyName: propertyName ?? null,
    arrival: arrival ?? null,
    departure: departure ?? null,
  }
}
