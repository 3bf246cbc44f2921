import type { Actor } from '../../actor.ts'
import { DomainError } from '../../errors.ts'
import type { System, Versioned } from '../../ports.ts'
import { jittered } from '../../retry-delay.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import type { Thread } from '../thread.ts'
import type { ReadingStore } from './ports.ts'
import { mayMark } from './read-policy.ts'

export interface ChangeThreadDeps extends Pick<System, 'clock'> {
  reading: ReadingStore
}

/** A write that says whether it went through. */
type Write = () => Promise<boolean>

const attempts = 20

/**
 * How a user changes something of theirs on a thread: decide from what is stored, write, and begin again when the thread
 * has moved or the answer was lost. One read when nothing is to change, else a read and a write. Throws
 * `thread-not-found`, also to who has no part in it, or `thread-busy`.
 */
export async function changeThread(
  { clock, reading }: ChangeThreadDeps,
  actor: Actor,
  threadId: string,
  decide: (thread: Versioned<Thread>) => Write | undefined,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const thread = await reading.thread(threadId)
    if (!thread || !mayMark(actor, thread.value)) throw threadNotFound(threadId)
    const write = decide(thread)
    if (!write || (await write())) return
    await clock.sleep(jittered(attempt, 10, 500))
  }
  throw new DomainError('thread-busy', 'The thread is being written to all the time.', {
    nextAction: 'Try again.',
    retryAfterSeconds: 1,
  })
}
