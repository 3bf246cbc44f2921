import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'

export interface PresenceInput {
  threadId: string
  isWriting: boolean
}

/**
 * Somebody has a thread open, and writes or does not. It counts until it is older than they would leave it, so nobody
 * says that they have gone. The thread is not read: what is said of one that is not there ends by itself.
 */
export async function sayPresence(
  { clock, presencePace, userStatuses }: Needs<'presencePace' | 'userStatuses'>,
  actor: Actor,
  { threadId, isWriting }: PresenceInput,
): Promise<void> {
  const [key, at] = [`${threadId}/${actor.uid}`, clock.now()]
  if (!presencePace.turn(key, isWriting, at)) return
  try {
    await userStatuses.savePresence(threadId, actor.uid, { isWriting, at })
  } catch (error) {
    presencePace.forget(key)
    throw error
  }
}
