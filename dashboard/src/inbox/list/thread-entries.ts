import type { IndexRecord } from '../../api/search-client.ts'
import type { Cause } from '../../live/causes.ts'
import type { Desk } from '../../live/desk.ts'
import type { LiveThreads } from '../../live/live-threads.ts'
import type { RowFacts } from '../../live/thread.ts'

const views = ['recent', 'unread', 'important'] as const
export type View = (typeof views)[number]

/** A thread as the list shows it. */
export interface ThreadEntry {
  threadId: string
  record: IndexRecord
  unread: boolean
  important: boolean
  /** Undefined while it is not known. */
  desk: Desk | undefined
  /** Undefined while it is not known. */
  facts: RowFacts | undefined
  /** Why the reader has to attend, as far as it is known. */
  causes: readonly Cause[]
  /** The newest ids that a read mark covers, as far as they are known. */
  readMark: { lastMessageId?: unknown; lastFailureId?: unknown }
}

interface Listing {
  uid: string
  view: View
  /** Empty for everything. */
  query: string
  found: readonly IndexRecord[]
  /** Whether `found` is all there is. */
  isWhole: boolean
  live: LiveThreads
}

/**
 * The index's threads, with later changes laid over them. A list of everything stays in the order of time and gets
 * new threads; a search keeps the index's order.
 */
export function threadEntries({ uid, view, query, found, isWhole, live }: Listing): ThreadEntry[] {
  const newest = new Map<string, IndexRecord>()
  // A thread that moves while pages are read may stand on two of them.
  for (const record of found)
    if (record.version >= (newest.get(record.threadId)?.version ?? 0)) newest.set(record.threadId, record)
  const isSearch = query.trim() !== ''
  const oldest = isWhole
    ? Number.NEGATIVE_INFINITY
    : Math.min(...found.map(({ updatedAt }) => updatedAt ?? 0))
  for (const [threadId, record] of live.records) {
    const before = newest.get(threadId)
    const isNew = !before && !isSearch && (record.updatedAt ?? 0) >= oldest
    if (isNew || (before && record.version >= before.version)) newest.set(threadId, record)
  }
  const entries = [...newest.values()]
    .map(record => entryOf(uid, record, live))
    .filter(entry => belongs[view](entry))
  return isSearch ? entries : entries.sort(byTime)
}

const belongs: Record<View, (entry: ThreadEntry) => boolean> = {
  recent: () => true,
  unread: ({ unread }) => unread,
  important: ({ important }) => important,
}

export function entryOf(
  uid: string,
  record: IndexRecord,
  { marks, desks }: Pick<LiveThreads, 'marks' | 'desks'>,
): ThreadEntry {
  const mark = marks.get(record.threadId)
  const own = mark && record.version < mark.version ? mark : undefined
  const unread = own?.unread ?? record.needsAttention.includes(uid)
  const { desk, facts, attention, newest } = desks.get(record.threadId) ?? {}
  return {
    threadId: record.threadId,
    record,
    unread,
    important: own?.important ?? record.important.includes(uid),
    desk,
    facts,
    causes: unread ? (attention?.[uid] ?? []) : [],
    readMark: {
      lastMessageId: newest ? newest.message : record.lastMessage?.messageId,
      lastFailureId: newest?.failures[uid],
    },
  }
}

const byTime = (one: ThreadEntry, other: ThreadEntry): number =>
  (other.record.updatedAt ?? 0) - (one.record.updatedAt ?? 0) || one.threadId.localeCompare(other.threadId)
