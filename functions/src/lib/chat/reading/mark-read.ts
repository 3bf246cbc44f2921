import { type Actor, isStaff } from '../../actor.ts'
import { attentionWithout, isAttending } from '../attention.ts'
import { publicMessage } from '../public-message.ts'
import type { Thread } from '../thread.ts'
import { type ChangeThreadDeps, changeThread } from './change-thread.ts'

interface MarkReadInput {
  threadId: string
  /** The newest message the reader has seen; absent for the newest there is. */
  lastMessageId?: string | undefined
}

/**
 * Takes the caller, and nobody else, out of the thread's attention. A message that came after the one they saw, or after
 * this began, is not read: then their attention stays. Throws `thread-not-found` or `thread-busy`.
 */
export async function markRead(
  deps: ChangeThreadDeps,
  actor: Actor,
  { threadId, lastMessageId }: MarkReadInput,
): Promise<void> {
  let seen: { id: unknown } | undefined = lastMessageId === undefined ? undefined : { id: lastMessageId }
  await changeThread(deps, actor, threadId, ({ value: thread, revision }) => {
    const newest = newestId(actor, thread)
    seen ??= { id: newest }
    if (seen.id !== newest || !isAttending(thread, actor.uid)) return undefined
    const patch = { ...attentionWithout(thread, actor.uid), version: thread.version + 1 }
    return () => deps.reading.changeAttention(threadId, revision, patch)
  })
}

/** Of the messages that the reader may see. */
const newestId = (actor: Actor, thread: Thread): unknown =>
  (isStaff(actor) ? thread.lastMessage : publicMessage(thread))?.messageId
