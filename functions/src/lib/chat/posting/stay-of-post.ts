import type { Needs } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import type { Thread } from '../thread.ts'
import { threadNotFound } from './post-policy.ts'

interface About {
  threadId: string
  reservationId?: string | undefined
}

/**
 * Whether a post may be about the stay that it names: one of the guest whose thread it is, or a thread merged into it.
 * Throws `thread-not-found` and `validation-failed`. One round trip, three for a thread that does not say whose it is,
 * one more with merged ones, none where no stay is named.
 */
export async function checkStay(
  { guests, threads }: Needs<'guests' | 'threads'>,
  { threadId, reservationId }: About,
): Promise<void> {
  if (reservationId === undefined) return
  const [thread, stay] = await Promise.all([threads.read(threadId), guests.reservation(reservationId)])
  if (!thread) throw threadNotFound(threadId)
  const { guestId, reservationId: ofThread } = thread.value
  if (reservationId === ofThread || (stay?.guestId && stay.guestId === guestId)) return
  const guest = await guests.ofThread({ threadId, reservationId: ofThread })
  if (stay?.guestId && stay.guestId === guest?.guestId) return
  const merged = await Promise.all(thread.value.mergedIds.map(id => threads.read(id)))
  const isOf = ({ value }: Versioned<Thread>) =>
    reservationId === value.reservationId || (stay?.guestId && stay.guestId === value.guestId)
  if (merged.some(one => one && isOf(one))) return
  throw new DomainError('validation-failed', "The reservation is not one of the thread's guest.", {
    nextAction: 'Name another reservation, or none.',
    errors: [{ path: 'reservationId', message: "must be a reservation of the thread's guest" }],
  })
}
