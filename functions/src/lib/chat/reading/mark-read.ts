import { type Actor, isStaff } from '../../actor.ts'
import { attentionWithout, isAttending } from '../attention.ts'
import { lastFailureOf, withoutFailureOf } from '../failure-mark.ts'
import { publicMessage } from '../public-message.ts'
import type { Thread } from '../thread.ts'
import { type ChangeThreadDeps, changeThread } from './change-thread.ts'

interface MarkReadInput {
  threadId: string
  /** The newest message the reader has seen; absent for all there is now. */
  lastMessageId?: string | undefined
  /** Beside it: the last failure of a send of theirs that they have seen, as the thread shows it. */
  lastFailureId?: string | null | undefined
}

/** What there is to see on a thread for one user. */
interface News {
  messageId: unknown
  failureId: string | null
}

/**
 * Takes the caller, and nobody else, out of the thread's attention. A message, or a failure of what they sent, that came
 * after what they saw, or after this began, is not read: then their attention stays. Throws `thread-not-found` or
 * `thread-busy`.
 */
export async function markRead(deps: ChangeThreadDeps, actor: Actor, input: MarkReadInput): Promise<void> {
  const { threadId, lastMessageId, lastFailureId = null } = input
  let seen: News | undefined =
    lastMessageId === undefined ? undefined : { messageId: lastMessageId, failureId: lastFailureId }
  await changeThread(deps, actor, threadId, ({ value: thread, revision }) => {
    const news = newsFor(actor, thread)
    seen ??= news
    if (!isCovered(news, seen) || !isAttending(thread, actor.uid)) return undefined
    const fields = {
      ...attentionWithout(thread, actor.uid),
      lastFailures: withoutFailureOf(thread, actor.uid),
      version: thread.version + 1,
    }
    return () => deps.threads.change(threadId, revision, { fields })
  })
}

const isCovered = (news: News, seen: News): boolean =>
  news.messageId === seen.messageId && (news.failureId === null || news.failureId === seen.failureId)

/** Of the messages, those that the reader may see; of the failures, their own. */
const newsFor = (actor: Actor, thread: Thread): News => ({
  messageId: (isStaff(actor) ? thread.lastMessage : publicMessage(thread))?.messageId,
  failureId: lastFailureOf(thread, actor.uid),
})
