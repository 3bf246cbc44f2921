import type { Desk } from '../live/desk.ts'

interface Working {
  desk: Pick<Desk, 'ownerId' | 'state' | 'unansweredSince'>
  unread: boolean
}

/** The reader looks after the thread, and it is unread or its guest waits. */
export const isToAnswer = ({ desk, unread }: Working, uid: string): boolean =>
  desk.ownerId === uid &&
  (desk.state === 'open' || desk.state === 'waiting') &&
  (unread || desk.unansweredSince !== null)
