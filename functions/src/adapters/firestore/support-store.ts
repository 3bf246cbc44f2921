import { FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import * as z from 'zod'
import type { Settlement, SupportStore } from '../../lib/chat/support/ports.ts'
import { storedThread } from '../../lib/chat/thread.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { settled } from './failures.ts'
import { threadDoc } from './paths.ts'
import { allOf } from './query-pages.ts'
import { parsed, unchanged, versioned } from './values.ts'

const account = z.looseObject({ name: z.string().nullish(), email: z.string().nullish() })

export const supportStore = (db: Firestore): SupportStore => ({
  async dueThreads(now) {
    const due = db
      .collection('threads')
      .where('supportNotificationDueAt', '<=', now)
      .select('supportNotificationDueAt')
    return (await allOf(due)).map(({ id }) => id)
  },

  async thread(threadId) {
    return versioned(await threadDoc(db, threadId).get(), storedThread)
  },

  async landlords(userIds) {
    const documents = userIds.filter(isDocumentId).map(id => db.doc(`accounts/${id}`))
    if (documents.length === 0) return []
    return (await db.getAll(...documents)).flatMap(document => {
      const { name, email } = parsed(document, account) ?? {}
      return email ? [{ userId: document.id, name: name ?? '', email }] : []
    })
  },

  settle: settlement => settled(toBatch(db, settlement).commit()),
})

function toBatch(db: Firestore, { threadId, revision, emails, left, at }: Settlement): WriteBatch {
  const batch = db.batch()
  batch.update(
    threadDoc(db, threadId),
    {
      supportNotificationDueAt: FieldValue.delete(),
      supportNotificationDueFor: FieldValue.delete(),
      ...left,
    },
    unchanged(revision),
  )
  for (const { emailId, ...content } of emails)
    batch.create(db.doc(`emails/${emailId}`), { ...content, status: 'pending', createdAt: at })
  return batch
}
