import type { ListUpdate } from '../live/list-feed.ts'
import type { LiveThread } from '../live/thread.ts'

export interface News {
  threadId: string
  guestName: string | null
  kind: 'message' | 'assigned' | 'attention' | 'personal' | 'late'
  /** The same for the same news in every window. */
  id: string
  /** Of a message. */
  text: string | null
}

/** News for one user: of the user's own threads, and of any thread with a late answer. */
export function newsFor(uid: string) {
  const latest = new Map<string, LiveThread>()
  const currentIds = new Set<string>()
  const lateBefore = new Set<string>()

  const lateAt = (now: number, isTold: boolean): News[] => {
    const late = [...currentIds].flatMap(threadId => {
      const thread = latest.get(threadId)
      const dueBy = thread?.desk.dueBy
      if (!thread || !dueBy || new Date(dueBy).getTime() > now) return []
      return [newsOf(thread, 'late', dueBy)]
    })
    const fresh = late.filter(({ id }) => !lateBefore.has(id))
    for (const { id } of fresh) lateBefore.add(id)
    return isTold ? fresh : []
  }

  return {
    hear({ threads, left, isFirst }: ListUpdate, now: number): News[] {
      for (const threadId of left) currentIds.delete(threadId)
      const news = threads.flatMap(thread => {
        const { threadId } = thread.record
        const before = latest.get(threadId)
        currentIds.add(threadId)
        // Another list may bring an older version later.
        if (before && (thread.record.version ?? 0) < (before.record.version ?? 0)) return []
        latest.set(threadId, thread)
        const kind = before || !isFirst ? kindOf(before, thread, uid) : undefined
        return kind ? [newsOf(thread, kind, `${thread.record.version}`)] : []
      })
      return [...news, ...lateAt(now, !isFirst)]
    },
    /** News of deadlines that pass without an update. */
    passed: (now: number): News[] => lateAt(now, true),
  }
}

function kindOf(before: LiveThread | undefined, after: LiveThread, uid: string): News['kind'] | undefined {
  if (!after.record.needsAttention.includes(uid)) return
  if (after.desk.ownerId !== uid)
    return isPersonal(after, uid) && !isPersonal(before, uid) ? 'personal' : undefined
  if (before && before.desk.ownerId !== uid) return 'assigned'
  const { lastMessage } = after.record
  const isNew = lastMessage && lastMessage.messageId !== before?.record.lastMessage?.messageId
  if (isNew && lastMessage.authorId !== uid) return 'message'
  const causesOf = (thread: LiveThread | undefined) => JSON.stringify(thread?.attention[uid] ?? [])
  const wasRead = !before?.record.needsAttention.includes(uid)
  return wasRead || causesOf(before) !== causesOf(after) ? 'attention' : undefined
}

/** Mentioned, or the author of a failed message, also in others' threads. */
const isPersonal = (thread: LiveThread | undefined, uid: string): boolean =>
  (thread?.attention[uid] ?? []).some(({ cause }) => cause === 'mentioned' || cause === 'send-failed')

function newsOf({ record }: LiveThread, kind: News['kind'], mark: string): News {
  const { threadId, guestName, lastMessage } = record
  const text = kind === 'message' ? (lastMessage?.body ?? null) : null
  return { threadId, guestName, kind, id: `${threadId} ${kind} ${mark}`, text }
}
