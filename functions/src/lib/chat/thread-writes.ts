import { defined } from '../documents.ts'
import { DomainError } from '../errors.ts'
import { shardOf } from '../shards.ts'
import {
  anyFields,
  collection,
  create,
  patch,
  type Store,
  type StoredDocument,
  serverTime,
  set,
  type Write,
  without,
} from '../store.ts'
import type { ThreadEdit, ThreadFields } from './ports.ts'
import { type NewThread, storedThread, type Thread } from './thread.ts'

export const threads = collection('threads/{threadId}', storedThread)

export const threadNotFound = (threadId: string): DomainError =>
  new DomainError('thread-not-found', `There is no thread ${threadId}.`)

export const threadChanges = collection('threadChanges/{threadId}', anyFields)

/** Wakes the search sync, for a change without a message. */
export const threadChange = (threadId: string): Write => set(threadChanges.at(threadId), { at: serverTime })

/** Fails if the thread exists. */
export const openingWrites = (threadId: string, fields: NewThread, end = {}): Write[] => [
  create(threads.at(threadId), { ...threadFields(threadId, fields), ...end }),
  threadChange(threadId),
]

/** Fails if the thread has changed; without a new version the search record stays. */
export const threadWrites = ({ threadId, revision, fields, without: removals = [] }: ThreadEdit): Write[] => [
  patch(threads.at(threadId), { ...without(removals), ...threadFields(threadId, fields) }, revision),
  ...(fields.version === undefined ? [] : [threadChange(threadId)]),
]

export const newVersion = (
  { id, value, revision }: StoredDocument<Thread>,
  fields: ThreadFields,
  removals: readonly (keyof ThreadFields)[] = [],
): Write[] =>
  threadWrites({
    threadId: id,
    revision,
    fields: { ...fields, version: value.version + 1 },
    without: removals,
  })

/** An invalid thread must not end a list. */
export const listedThreads = collection('threads/{threadId}', storedThread.nullable().catch(null))
export type ListedThread = StoredDocument<Thread | null>

export const threadsAmong = (store: Store, threadIds: readonly string[]): Promise<ListedThread[]> =>
  store.readAll(threadIds.flatMap(id => listedThreads.named(id) ?? []))

export async function absentThreads(store: Store, threadIds: readonly string[]): Promise<string[]> {
  const documents = await store.readAll(threadIds.flatMap(id => threads.any.named(id) ?? []))
  const existing = new Set(documents.map(({ id }) => id))
  return threadIds.filter(id => !existing.has(id))
}

/** Removes null times, so that no index holds them. */
export const threadFields = (threadId: string, fields: ThreadFields): Record<string, unknown> =>
  defined({
    ...fields,
    ...(fields.supportNotificationDueAt && { supportNotificationShard: shardOf(threadId) }),
    ...(fields.deskDueAt && { deskShard: shardOf(threadId) }),
    ...without(passingTimes.filter(name => fields[name] === null)),
  })

const passingTimes = [
  'unansweredSince',
  'dueBy',
  'escalatedAt',
  'snoozedUntil',
  'deskDueAt',
  'stayDueAt',
  'noReplyDueAt',
] as const
