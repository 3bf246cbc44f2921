import { type Actor, isStaff } from '../../actor.ts'
import { isMember } from '../membership.ts'
import type { StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'

/** Of a thread that they may read: notes are for staff. */
export const mayReadMessage = (actor: Actor, { type }: Pick<StoredMessage, 'type'>): boolean =>
  type !== 'note' || isStaff(actor)

type Members = Pick<Thread, 'participantIds' | 'selfJoinedIds' | 'roleJoinedIds'>

/** Staff read every thread, members theirs, services also those that they have posted to in their role. */
export const mayRead = (actor: Actor, thread: Members): boolean =>
  isStaff(actor) || isMember(thread, actor.uid) || isServing(actor, thread)

const isServing = ({ uid, role }: Actor, { participantIds, roleJoinedIds }: Members): boolean =>
  role === 'service' && participantIds.includes(uid) && roleJoinedIds.includes(uid)

/** Who may have an attention to clear or a mark to set: who reads the thread, and who came in by posting without a role. */
export const mayMark = (actor: Actor, thread: Members): boolean =>
  mayRead(actor, thread) || isSelfJoined(actor, thread)

const isSelfJoined = ({ uid }: Actor, { participantIds, selfJoinedIds }: Members): boolean =>
  participantIds.includes(uid) && selfJoinedIds.includes(uid)
