import type { Firestore } from 'firebase-admin/firestore'
import type { AttachmentStore } from '../../lib/chat/attachments/ports.ts'
import { storedMessage } from '../../lib/chat/message.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import { messageDoc, threadDoc } from './paths.ts'
import { parsed } from './values.ts'

export const attachmentStore = (db: Firestore): AttachmentStore => ({
  async load(ref) {
    const [thread, message] = await db.getAll(threadDoc(db, ref.threadId), messageDoc(db, ref))
    return {
      thread: thread && parsed(thread, storedThread),
      message: message && parsed(message, storedMessage),
    }
  },
})
