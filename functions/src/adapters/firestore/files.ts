import { type FileRecords, storedFile } from '../../lib/chat/files/ports.ts'
import type { MessageRef } from '../../lib/chat/ports.ts'
import type { Revision } from '../../lib/ports.ts'
import type { DocumentReference, Firestore, Write } from './client.ts'
import { commit } from './commit-extras.ts'
import { defined, put, remove, repository, update, without } from './repository.ts'
import { endOf } from './retention.ts'

export const fileDoc = (db: Firestore, fileId: string): DocumentReference => db.doc(`files/${fileId}`)

export function fileRecords(db: Firestore): FileRecords {
  const stored = repository(db, { path: (fileId: string) => fileDoc(db, fileId).path, schema: storedFile })
  return {
    read: stored.read,
    put: (fileId, revision, record, extras) =>
      commit(db, [put(fileDoc(db, fileId), defined(record), revision)], extras),
    remove: (fileId, revision) => commit(db, [remove(fileDoc(db, fileId), revision)]),
  }
}

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
