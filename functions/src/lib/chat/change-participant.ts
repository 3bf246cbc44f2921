import type { Actor } from '../actor.ts'
import { type AuditEntry, auditingFailure, buildAuditEntry } from '../audit.ts'
import type { Needs } from '../context.ts'
import { amend } from '../durable/amend.ts'
import type { DocumentAt } from '../store.ts'
import { isMember } from './members.ts'
import { withMember, withoutParticipant } from './membership.ts'
import type { ThreadFields } from './ports.ts'
import type { Thread } from './thread.ts'
import { newVersion, threadNotFound, threads } from './thread-writes.ts'

interface Participation {
  threadId: string
  userId: string
  isAdded: boolean
}

/** A removed user stays out until an addition. Throws `thread-not-found`. */
export function changeParticipant(
  deps: Needs<'auditLog' | 'store'>,
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
      audit,
    )
    if (changed === undefined) throw threadNotFound(threadId)
    return changed
  })
}

const isOut = ({ participantIds, removedIds }: Thread, userId: string): boolean =>
  removedIds.includes(userId) && !participantIds.includes(userId)

/** Undefined without a thread. */
export const changeMemberships = (
  deps: Needs<'store'>,
  threadId: string,
  decide: (thread: Thread) => ThreadFields | undefined,
  audit?: AuditEntry,
): Promise<boolean | undefined> =>
  amend<{ thread: DocumentAt<Thread> }, boolean | undefined>(deps, {
    read: { thread: threads.at(threadId) },
    decide({ thread }) {
      if (!thread) return { result: undefined }
      const fields = decide(thread.value)
      return fields ? { writes: newVersion(thread, fields), result: true } : { result: false }
    },
    audit,
  })
