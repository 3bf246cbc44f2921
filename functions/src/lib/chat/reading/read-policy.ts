import { type Actor, isStaff } from '../../actor.ts'
import type { Thread } from '../thread.ts'

type Members = Pick<Thread, 'participantIds' | 'selfJoinedIds'>

/** Staff read every thread; participants theirs, unless they came in only by posting. */
export const mayRead = (actor: Actor, thread: Members): boolean =>
  mayMark(actor, thread) && (isStaff(actor) || !thread.selfJoinedIds.includes(actor.uid))

/** Who may have an attention to clear or a mark to set: staff and every participant. */
export const mayMark = (actor: Actor, thread: Members): boolean =>
  isStaff(actor) || thread.participantIds.includes(actor.uid)
