import type { Actor } from '../actor.ts'
import { type AuditLog, auditingFailure, buildAuditEntry } from '../audit.ts'
import type { CommitExtras } from '../commit-extras.ts'
import { change, resolvedAs } from '../durable/change.ts'
import type { System, Versioned } from '../ports.ts'
import { isMember } from './members.ts'
import { withMember, withoutParticipant } from './membership.ts'
import type { ThreadFields, Threads } from './ports.ts'
import { threadNotFound } from './posting/post-policy.ts'
import type { Thread } from './thread.ts'

type Deps = System & { threads: Pick<Threads, 'read' | 'change'> }

interface Participation {
  threadId: string
  userId: string
  isAdded: boolean
}

/**
 * Adds a member, however they joined before, or removes somebody, who then stays out until they are added again. Returns
 * whether that changed anything. Throws `thread-not-found`.
 */
export function changeParticipant(
  deps: Deps & { auditLog: AuditLog },
  actor: Actor,
  { threadId, userId, isAdded }: Participation,
): Promise<boolean> {
  const action = isAdded ? 'thread.add-participant' : 'thread.remove-participant'
  const about = { action, targetType: 'thread', targetId: threadId, metadata: { threadId, userId } }
  const audit = buildAuditEntry(deps, actor, about)
  return auditingFailure(deps, audit, async () => {
    const changed = await changeMemberships(
      deps,
      threadId,
      thread => {
        if (isAdded) return isMember(thread, userId) ? undefined : withMember(thread, userId)
        return isOut(thread, userId) ? undefined : withoutParticipant(thread, userId)
      },
      { audits: [audit] },
    )
    if (changed === undefined) throw threadNotFound(threadId)
    return changed
  })
}

const isOut = ({ participantIds, removedIds }: Thread, userId: string): boolean =>
  removedIds.includes(userId) && !participantIds.includes(userId)

/** Undefined without such a thread. */
export const changeMemberships = (
  { clock, threads }: Pick<Deps, 'clock' | 'threads'>,
  threadId: string,
  decide: (thread: Thread) => ThreadFields | undefined,
  extras: CommitExtras = {},
): Promise<boolean | undefined> =>
  change<Versioned<Thread> | undefined, ThreadFields, boolean | undefined>(
    { clock },
    {
      read: () => threads.read(threadId),
      decide: thread => {
        if (!thread) return { result: undefined }
        const fields = decide(thread.value)
        return fields ? { write: { ...fields, version: thread.value.version + 1 } } : { result: false }
      },
      commit: async (fields, thread) =>
        thread
          ? resolvedAs(await threads.change(threadId, thread.revision, { fields, extras }), true)
          : 'unresolved',
    },
  )
