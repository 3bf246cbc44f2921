import { type Actor, isStaff } from '../../actor.ts'
import { type Commit, change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { System, Versioned } from '../../ports.ts'
import { attentionWithout, isAttending } from '../attention.ts'
import { lastFailureOf, withoutFailureOf } from '../failure-mark.ts'
import type { Threads } from '../ports.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import { publicMessage, type Thread } from '../thread.ts'
import { countMark, type MarkLimitDeps } from './mark-limit.ts'
import { mayMark } from './read-policy.ts'

export interface ChangeThreadDeps extends Pick<System, 'clock'>, MarkLimitDeps {
  threads: Pick<Threads, 'read' | 'change' | 'changeImportance'>
}

/**
 * How a user changes something of theirs on a thread. One read when nothing is to change, else a read and a write.
 * Throws `thread-not-found`, also to who has no part in it, `rate-limited` or `thread-busy`.
 */
export async function changeThread(
  deps: ChangeThreadDeps,
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

/** Marks the thread as important to the caller, or takes the mark away; no other write stands in its way. Throws what `changeThread` throws. */
export const markImportant = (
  deps: ChangeThreadDeps,
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
 * after what they saw, or after this began, is not read: then their attention stays. Throws what
 * `changeThread` throws.
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
