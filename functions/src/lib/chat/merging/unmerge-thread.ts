import type { Actor } from '../../actor.ts'
import { type AuditEntry, auditingFailure } from '../../audit.ts'
import type { Needs } from '../../context.ts'
import { change, resolvedAs } from '../../durable/change.ts'
import type { Versioned } from '../../ports.ts'
import { stayChange } from '../desk/desk.ts'
import type { ThreadEdit } from '../ports.ts'
import { threadNotFound } from '../posting/post-policy.ts'
import type { Thread } from '../thread.ts'
import { edit, mergeEntries } from './merge-thread.ts'
import { withoutAsker } from './merged.ts'

interface Merged {
  thread: Versioned<Thread>
  /** That into which it is merged, if it is there. */
  target: Versioned<Thread> | undefined
}

/**
 * Takes a merged thread apart again: everything new goes where it went before. What was written meanwhile stays where it
 * is. Nothing is done where it is not merged. Throws `thread-not-found`.
 */
export async function unmergeThread(
  deps: Needs<'auditLog' | 'threads'>,
  actor: Actor,
  threadId: string,
): Promise<void> {
  const { threads } = deps
  const [failed] = mergeEntries(deps, actor, 'thread.unmerge', { threadId, into: undefined })
  await auditingFailure(deps, failed, () =>
    change<Merged, { edits: ThreadEdit[]; audits: (AuditEntry | undefined)[] }, void>(deps, {
      async read() {
        const thread = await threads.read(threadId)
        if (!thread) throw threadNotFound(threadId)
        const { mergedInto: into } = thread.value
        return { thread, target: into ? await threads.read(into) : undefined }
      },
      decide({ thread, target }) {
        const { mergedInto: into } = thread.value
        if (!into) return { result: undefined }
        const now = deps.clock.now()
        return {
          write: {
            edits: [
              edit(threadId, thread, { fields: stayChange(thread.value, now), without: ['mergedInto'] }),
              ...without({ threadId, into, now }, thread.value, target),
            ],
            audits: mergeEntries(deps, actor, 'thread.unmerge', { threadId, into }),
          },
        }
      },
      commit: async ({ edits, audits }) =>
        resolvedAs(await threads.changeTogether(edits, { audits }), undefined),
    }),
  )
}

function without(
  { threadId, into, now }: { threadId: string; into: string; now: Date },
  { guestId }: Thread,
  target: Versioned<Thread> | undefined,
): ThreadEdit[] {
  if (!target) return []
  const mergedIds = target.value.mergedIds.filter(id => id !== threadId)
  // Who still waits there is answered there.
  const writers = target.value.unansweredSince ? {} : withoutAsker(target.value, guestId)
  const fields = { ...stayChange(target.value, now), ...writers }
  return [
    mergedIds.length > 0
      ? edit(into, target, { fields: { ...fields, mergedIds } })
      : edit(into, target, { fields, without: ['mergedIds'] }),
  ]
}
