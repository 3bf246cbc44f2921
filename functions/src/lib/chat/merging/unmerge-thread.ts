import type { Actor } from '../../actor.ts'
import { audited, auditingFailure } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { amend } from '../../durable/amend.ts'
import type { StoredDocument, Write } from '../../store.ts'
import { stayChange } from '../desk/desk.ts'
import type { Thread } from '../thread.ts'
import { newVersion, threadNotFound, threads } from '../thread-writes.ts'
import { withoutAsker } from './merge-rules.ts'
import { mergeEntries } from './merge-thread.ts'

interface Merged {
  thread: StoredDocument<Thread>
  target: StoredDocument<Thread> | undefined
}

/** Earlier messages stay in place. Throws `thread-not-found`. */
export async function unmergeThread(
  deps: Needs<'auditLog' | 'store'>,
  actor: Actor,
  threadId: string,
): Promise<void> {
  const [failed] = mergeEntries(deps, actor, 'thread.unmerge', { threadId, into: undefined })
  await auditingFailure(deps, failed, () =>
    amend(deps, {
      async read(): Promise<Merged> {
        const thread = await deps.store.read(threads.at(threadId))
        if (!thread) throw threadNotFound(threadId)
        const { mergedInto: into } = thread.value
        return { thread, target: into ? await deps.store.read(threads.at(into)) : undefined }
      },
      decide({ thread, target }) {
        const { mergedInto: into } = thread.value
        if (!into) return { result: undefined }
        const now = deps.clock.now()
        const writes = [
          ...newVersion(thread, stayChange(thread.value, now), ['mergedInto']),
          ...without({ threadId, now }, thread.value, target),
          ...mergeEntries(deps, actor, 'thread.unmerge', { threadId, into }).flatMap(audited),
        ]
        return { writes, result: undefined }
      },
    }),
  )
}

function without(
  { threadId, now }: { threadId: string; now: Date },
  { guestId }: Thread,
  target: StoredDocument<Thread> | undefined,
): Write[] {
  if (!target) return []
  const mergedIds = target.value.mergedIds.filter(id => id !== threadId)
  // A waiting guest gets the answer in the target thread.
  const writers = target.value.unansweredSince ? {} : withoutAsker(target.value, guestId)
  const fields = { ...stayChange(target.value, now), ...writers }
  return mergedIds.length > 0
    ? newVersion(target, { ...fields, mergedIds })
    : newVersion(target, fields, ['mergedIds'])
}
