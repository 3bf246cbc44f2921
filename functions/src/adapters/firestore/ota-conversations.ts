import {
  type ConversationFields,
  type OtaConversations,
  storedOtaConversation,
  storedSwept,
} from '../../lib/chat/ota/stored-conversation.ts'
import { FieldValue, type Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import { comingWrites } from './files.ts'
import { guestDoc } from './guests.ts'
import { inboundDoc, messageDoc, threadChange, threadDoc } from './paths.ts'
import { byId, create, defined, repository, set, soundIn, update } from './repository.ts'
import { endOf } from './retention.ts'
import { threadFields } from './shards.ts'

export function otaConversations(db: Firestore): OtaConversations {
  const path = (conversationId: string) => `otaConversations/${conversationId}`
  const stored = repository(db, { path, schema: storedOtaConversation })
  const inboxes = repository(db, {
    path: (propertyId: string) => `otaInboxes/${propertyId}`,
    schema: storedSwept,
  })
  return {
    read: stored.read,

    async known(ids) {
      return byId(await db.getAll(ids.map(stored.doc)), one => soundIn(one, storedOtaConversation))
    },

    async mark(id, known, at) {
      const end = endOf(db, 'otaConversations', at)
      const marked = { ...defined(known), dueAt: at, marks: FieldValue.increment(1), ...end }
      await db.commit([set(stored.doc(id), marked, true)])
    },

    async swept(propertyId) {
      return storedSwept.parse((await inboxes.read(propertyId))?.value ?? {})
    },

    async saveSwept(propertyId, swept) {
      await db.commit([set(inboxes.doc(propertyId), defined(swept), true)])
    },

    change: (id, revision, fields) => commit(db, [update(stored.doc(id), fieldsOf(fields), revision)]),

    openInquiry(threadId, thread, { guestId, name }) {
      const end = endOf(db, 'guests', thread.updatedAt)
      return commit(db, [
        create(threadDoc(db, threadId), threadFields(threadId, { ...thread, ...end })),
        set(guestDoc(db, guestId), { name, threadId, ...end }, true),
        threadChange(db, threadId),
      ])
    },

    storePast({ conversationId, revision, fields, messages, files, thread }) {
      const { threadId } = thread
      return commit(db, [
        update(stored.doc(conversationId), fieldsOf(fields), revision),
        update(threadDoc(db, threadId), threadFields(threadId, thread.fields), thread.revision),
        threadChange(db, threadId),
        ...files.flatMap(file => comingWrites(db, [file], file.record.createdAt)),
        ...messages.flatMap(message => {
          const { messageId, createdAt: receivedAt } = message
          return [
            create(messageDoc(db, message), { ...message, ...endOf(db, 'messages', receivedAt) }),
            create(inboundDoc(db, messageId), {
              ...{ threadId, messageId, receivedAt },
              // It keeps the message from being stored twice from now on.
              ...endOf(db, 'inboundMessages', new Date()),
            }),
          ]
        }),
      ])
    },
  }
}

const fieldsOf = ({ dueAt, ...fields }: ConversationFields): object => ({
  ...defined(fields),
  ...(dueAt !== undefined && { dueAt: dueAt ?? FieldValue.delete() }),
})
