import { storedFile } from '../../lib/chat/files/ports.ts'
import { messageKey } from '../../lib/chat/message-key.ts'
import { type ScheduledSends, storedScheduled } from '../../lib/chat/scheduled/scheduled.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import type { Firestore } from './client.ts'
import { commit, scheduledWrites } from './commit-extras.ts'
import { fileDoc, threadDoc } from './paths.ts'
import { byId, soundIn, versioned } from './repository.ts'

export function scheduledSends(db: Firestore): ScheduledSends {
  const doc = (id: string) => db.doc(`scheduledSends/${id}`)
  return {
    async read(id) {
      return versioned(await doc(id).get(), storedScheduled)
    },
    async ofThread(threadId, messageIds) {
      const found = await db.getAll(messageIds.map(messageId => doc(messageKey({ threadId, messageId }))))
      return [...byId(found, snapshot => soundIn(snapshot, storedScheduled)).values()]
    },
    async inThread(ref, fileIds = []) {
      const [scheduled, thread, ...files] = await db.getAll([
        ...[doc(messageKey(ref)), threadDoc(db, ref.threadId)],
        ...fileIds.map(fileId => fileDoc(db, fileId)),
      ])
      return {
        scheduled: versioned(scheduled, storedScheduled),
        thread: versioned(thread, storedThread),
        files: byId(files, snapshot => versioned(snapshot, storedFile)),
      }
    },
    put: (write, extras) => commit(db, scheduledWrites(db, write), extras),
  }
}
