import type { Actor } from '../../actor.ts'
import { type Commit, change, resolvedAs } from '../../durable/change.ts'
import { DomainError } from '../../errors.ts'
import type { System, Versioned } from '../../ports.ts'
import type { Threads } from '../ports.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import type { Thread } from '../thread.ts'
import { mayMark } from './read-policy.ts'

export interface ChangeThreadDeps extends Pick<System, 'clock'> {
  threads: Pick<Threads, 'read' | 'change' | 'changeImportance'>
}

/**
 * How a user changes something of theirs on a thread. One read when nothing is to change, else a read and a write.
 * Throws `thread-not-found`, also to who has no part in it, or `thread-busy`.
 */
export const changeThread = (
  deps: ChangeThreadDeps,
  actor: Actor,
  threadId: string,
  decide: (thread: Versioned<Thread>) => (() => Promise<Commit<unknown>>) | undefined,
): Promise<void> =>
  change<Versioned<Thread>, () => Promise<Commit<unknown>>, void>(
    deps,
    {
      read: async () => {
        const thread = await deps.threads.read(threadId)
        if (thread && mayMark(actor, thread.value)) return thread
        throw threadNotFound(threadId)
      },
      decide: thread => {
        const write = decide(thread)
        return write ? { write } : { result: undefined }
      },
      commit: async write => resolvedAs(await write(), undefined),
    },
    { gaveUp: threadBusy },
  )

const threadBusy = () =>
  new DomainError('thread-busy', 'The thread is being written to all the time.', {
    nextAction: 'Try again.',
    retryAfterSeconds: 1,
  })
