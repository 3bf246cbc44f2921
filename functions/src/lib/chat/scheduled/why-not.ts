import type { Needs } from '../../context.ts'
import { namesOf } from '../../record-of.ts'
import { type StaffRole, staffRole } from '../../roles/user-status.ts'
import { channelOfType } from '../channel-types.ts'
import { failure } from '../delivery-failures.ts'
import type { DeliveryFailure } from '../message.ts'
import { readReachability } from '../reachability/reachability.ts'
import { reservationOf } from '../stays.ts'
import type { Thread } from '../thread.ts'
import { factsOf, lateForMs, type Scheduled } from './scheduled-send.ts'

const again = 'See whether it still makes sense, then write it again.'

const tooLate = failure(
  'provider-unavailable',
  'It could not be sent until it would have come too late.',
  again,
)
const threadGone = failure('thread-gone', 'Its thread is not there any more.', 'Nothing is to be done.')
const authorLeft = failure(
  'author-left',
  'Who scheduled it is not of the staff any more, so it was not sent.',
  'Read it: if the guest should have it all the same, write it again.',
)
const stayCancelled = failure('stay-cancelled', 'The stay was cancelled, so it was not sent.', again)
const stayChanged = failure(
  'stay-changed',
  'The guest, the days or the place of the stay have changed since it was written, so it was not sent.',
  again,
)

const threadMerged = failure(
  'thread-gone',
  'Its thread was merged into another one, so it was not sent.',
  'Read what was said in the other thread: if the guest should have it all the same, write it there.',
)

type Deps = Needs<'rules' | 'store' | 'userRecords'>

export async function lookAgain(
  deps: Deps,
  scheduled: Scheduled,
  thread: Thread | undefined,
): Promise<{ role: StaffRole } | { failure: DeliveryFailure }> {
  if (deps.clock.now().getTime() - scheduled.sendAt.getTime() > lateForMs) return { failure: tooLate }
  if (!thread) return { failure: threadGone }
  if (thread.mergedInto) return { failure: threadMerged }
  const { authorId } = scheduled
  const role = staffRole((await deps.userRecords.find([authorId])).get(authorId))
  if (!role) return { failure: authorLeft }
  const because = await obstacleNow(deps, scheduled, thread, { uid: authorId, role })
  return because ? { failure: because } : { role }
}

async function obstacleNow(
  deps: Deps,
  { threadId, type, reservationId: named, aboutReservationId, stay: before }: Scheduled,
  thread: Thread,
  author: { uid: string; role: StaffRole },
): Promise<DeliveryFailure | undefined> {
  const reservationId = named ?? thread.reservationId
  const channel = channelOfType(type)
  // A cancellation may have moved the thread to another stay of the guest.
  const about = named ?? aboutReservationId ?? thread.reservationId
  const [stay, reach] = await Promise.all([
    reservationOf(deps.store, about),
    channel && readReachability(deps, author, { threadId, thread: { ...thread, reservationId } }),
  ])
  if (stay?.status === 'cancelled') return stayCancelled
  const now = factsOf(stay)
  if (before && namesOf(before).some(fact => before[fact] !== null && before[fact] !== now[fact]))
    return stayChanged
  return (channel && reach?.[channel].reason) ?? undefined
}
