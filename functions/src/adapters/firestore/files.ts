import type { ComingFile } from '../../lib/chat/files/coming-files.ts'
import { type FileRecord, type FileRecords, storedFile } from '../../lib/chat/files/ports.ts'
import type { MessageRef } from '../../lib/chat/ports.ts'
import type { Revision } from '../../lib/ports.ts'
import type { Firestore, Write } from './client.ts'
import { commit } from './commit-extras.ts'
import { fileDoc } from './paths.ts'
import { create, defined, put, remove, repository, update, without } from './repository.ts'
import { endOf } from './retention.ts'

export function fileRecords(db: Firestore): FileRecords {
  const stored = repository(db, { path: (fileId: string) => fileDoc(db, fileId).path, schema: storedFile })
  return {
    read: stored.read,
    put: (fileId, revision, record, extras) =>
      commit(db, [put(fileDoc(db, fileId), fieldsOf(record, revision), revision)], extras),
    remove: (fileId, revision) => commit(db, [remove(fileDoc(db, fileId), revision)]),
  }
}

/** Of one that is there, times that are over are taken away. */
const fieldsOf = (record: FileRecord, revision: Revision | undefined): object => ({
  ...(revision && without(['dueAt', 'fetchAt'])),
  ...defined(record),
})

/** What came in, and ends with its message. */
export const comingWrites = (db: Firestore, files: readonly ComingFile[], receivedAt: Date): Write[] => {
  const { expireAt } = endOf(db, 'messages', receivedAt)
  return files.map(({ fileId, record }) =>
    create(fileDoc(db, fileId), { ...record, ...(expireAt && { dueAt: expireAt }) }),
  )
}

/** A canned reply takes a file from the thread to which it was uploaded, and keeps it. */
export const keepingWrite = (
  db: Firestore,
  { fileId, revision }: { fileId: string; revision: Revision },
): Write => update(fileDoc(db, fileId), { state: 'kept', threadId: '', ...without(['dueAt']) }, revision)

/** Nobody can use it any more, and it is taken away. */
export const releasingWrite = (db: Firestore, fileId: string, at: Date): Write =>
  update(fileDoc(db, fileId), { state: 'going', dueAt: at })

/** A message takes a file, which ends with it. */
export const bindingWrite = (
  db: Firestore,
  { fileId, revision }: { fileId: string; revision: Revision },
  { messageId, createdAt }: MessageRef & { createdAt: Date },
): Write => {
  const { expireAt } = endOf(db, 'messages', createdAt)
  const end = expireAt ? { dueAt: expireAt } : without(['dueAt'])
  return update(fileDoc(db, fileId), { state: 'used', messageId, ...end }, revision)
}
