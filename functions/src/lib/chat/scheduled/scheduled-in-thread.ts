import { defined } from '../../documents.ts'
import type { Versioned } from '../../ports.ts'
import {
  byId,
  collection,
  create,
  expiring,
  patch,
  type Store,
  type StoredDocument,
  set,
  type Write,
} from '../../store.ts'
import { type FileRecord, files } from '../files/model.ts'
import { messageKey } from '../message-key.ts'
import type { MessageRef } from '../ports.ts'
import type { Thread } from '../thread.ts'
import { threads } from '../thread-writes.ts'
import { type Scheduled, type ScheduledWrite, storedScheduled } from './scheduled-send.ts'

export interface ScheduledInThread {
  scheduled: StoredDocument<Scheduled> | undefined
  thread: StoredDocument<Thread> | undefined
  files: ReadonlyMap<string, Versioned<FileRecord>>
}

export async function scheduledInThread(
  store: Store,
  ref: MessageRef,
  fileIds: readonly string[] = [],
): Promise<ScheduledInThread> {
  const documents = await store.get({
    thread: threads.at(ref.threadId),
    scheduled: keysOf(ref).map(key => scheduledSends.at(key)),
    files: fileIds.map(fileId => files.at(fileId)),
  })
  return {
    scheduled: documents.scheduled.find(one => one && isOf(one.value, ref)),
    thread: documents.thread,
    files: byId(documents.files),
  }
}

export async function scheduledOfThread(
  store: Store,
  threadId: string,
  messageIds: readonly string[],
): Promise<Scheduled[]> {
  const refs = messageIds.map(messageId => ({ threadId, messageId }))
  const documents = await store.readAll(refs.flatMap(keysOf).map(key => scheduledSends.sound.at(key)))
  return documents.map(({ value }) => value).filter(value => refs.some(ref => isOf(value, ref)))
}

/** Version 1 joined ids by `_`, so its key may be another message's. */
const keysOf = (ref: MessageRef): string[] => [
  ...new Set([messageKey(ref), `${ref.threadId}_${ref.messageId}`]),
]

const isOf = (scheduled: Scheduled, { threadId, messageId }: MessageRef): boolean =>
  scheduled.threadId === threadId && scheduled.messageId === messageId

export const scheduledSends = collection('scheduledSends/{key}', storedScheduled)

/** Replaces all old fields. */
export function scheduledWrites({ key, scheduled, previous, waiting }: ScheduledWrite): Write[] {
  const document = scheduledSends.at(key)
  const end = scheduled.endedAt && expiring('scheduledSends', scheduled.endedAt)
  const fields = defined({ ...scheduled, ...end })
  const waitingFiles = waiting?.files ?? []
  return [
    ...(previous === undefined
      ? [create(document, fields)]
      : [patch(document, { status: scheduled.status }, previous), set(document, fields)]),
    ...waitingFiles.map(({ fileId, revision }) =>
      patch(files.at(fileId), { dueAt: waiting?.until }, revision),
    ),
  ]
}
