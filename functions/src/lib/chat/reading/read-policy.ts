import { type Actor, isStaff } from '../../actor.ts'
import type { StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'

/** Of a thread that they may read: notes are for staff. */
export const mayReadMessage = (actor: Actor, { type }: Pick<StoredMessage, 'type'>): boolean =>
  type !== 'note' || isStaff(actor)

type Members = Pick<Thread, 'participantIds' | 'selfJoinedIds'>

/** Staff read every thread; participants theirs, unless they came in only by posting. */
export const mayRead = (actor: Actor, thread: Members): boolean =>
  mayMark(actor, thread) && (isStaff(actor) || !thread.selfJoinedIds.includes(actor.uid))

/** Who may have an attention to clear or a mark to set: staff and every participant. */
export const mayMark = (actor: Actor, thread: Members): boolean =>
  isStaff(actor) || thread.participantIds.includes(actor.uid)
