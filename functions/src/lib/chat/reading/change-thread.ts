import { type Actor, isStaff } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { type Commit, change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { Versioned } from '../../ports.ts'
import { attentionWithout, isAttending } from '../attention.ts'
import { isFailureSeen, lastFailureOf, withoutFailureOf } from '../failure-mark.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import { publicMessage, type Thread } from '../thread.ts'
import { countMark } from './mark-limit.ts'
import { mayMark } from './read-policy.ts'

type Deps = Needs<'markTally' | 'rules' | 'threads'>

/**
 * Changes a user's own state on a thread. One read if nothing changes, else a read and a write. Throws
 * `thread-not-found`, also to non-participants, `rate-limited` or `thread-busy`.
 */
async function changeThread(
  deps: Deps,
  actor: Actor,
  threadId: string,
  decide: (thread: Versioned<Thread>) => (() => Promise<Commit<unknown>>) | undefined,
): Promise<void> {
  let isCounted = false
  await change<Versioned<Thread>, () => Promise<Commit<unknown>>, void>(
    deps,
    {
      read: async () => {
        const thread = await deps.threads.read(threadId)
        if (thread && mayMark(actor, thread.value)) return thread
        throw threadNotFound(threadId)
      },
      decide: thread => {
        const write = decide(thread)
        if (!write) return { result: undefined }
        if (!isCounted) countMark(deps, actor, { threadId, thread: thread.value, now: deps.clock.now() })
        isCounted = true
        return { write }
      },
      commit: async write => resolvedAs(await write(), undefined),
    },
    { gaveUp: threadBusy },
  )
}

const threadBusy = () =>
  new DomainError('thread-busy', 'The thread is being written to all the time.', {
    nextAction: 'Try again.',
    retryAfterSeconds: 1,
  })

/** Sets or clears the caller's importance mark, without contention. Throws what `changeThread` throws. */
export const markImportant = (
  deps: Deps,
  actor: Actor,
  { threadId, important }: { threadId: string; important: boolean },
): Promise<void> =>
  changeThread(deps, actor, threadId, ({ value: { importantFor } }) =>
    importantFor.includes(actor.uid) === important
      ? undefined
      : () => deps.threads.changeImportance(threadId, actor.uid, important),
  )

interface MarkReadInput {
  threadId: string
  /** The newest message the reader has seen; absent for all. */
  lastMessageId?: string | undefined
  /** The last failure of their own sends that they have seen, as shown by the thread. */
  lastFailureId?: string | null | undefined
}

/** What is new on a thread for one user. */
interface News {
  messageId: unknown
  failureId: string | null
}

/**
 * Removes only the caller from the thread's attention. If a message, or a failure of their sends, came after what they
 * have seen, or after this call began, their attention stays. Throws what `changeThread` throws.
 */
export async function markRead(deps: Deps, actor: Actor, input: MarkReadInput): Promise<void> {
  const { threadId, lastMessageId, lastFailureId = null } = input
  let seen: News | undefined =
    lastMessageId === undefined ? undefined : { messageId: lastMessageId, failureId: lastFailureId }
  await changeThread(deps, actor, threadId, ({ value: thread, revision }) => {
    const news = newsFor(actor, thread)
    seen ??= news
    if (!isCovered(news, seen) || !isAttending(thread, actor.uid)) return undefined
    const fields = {
      ...attentionWithout(thread, actor.uid),
      ...withoutFailureOf(thread, actor.uid),
      version: thread.version + 1,
    }
    return () => deps.threads.change(threadId, revision, { fields })
  })
}

const isCovered = (news: News, seen: News): boolean =>
  news.messageId === seen.messageId && isFailureSeen(news.failureId, seen.failureId)

/** The visible messages, and the reader's own failures. */
const newsFor = (actor: Actor, thread: Thread): News => ({
  messageId: (isStaff(actor) ? thread.lastMessage : publicMessage(thread))?.messageId,
  failureId: lastFailureOf(thread, actor.uid),
})
