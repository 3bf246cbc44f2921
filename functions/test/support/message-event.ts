import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import { eventDocument } from '../../src/adapters/firestore/sdk.ts'
import type { MessageRef } from '../../src/lib/chat/ports.ts'
import type { Context } from '../../src/lib/context.ts'
import type { EventDocument } from '../../src/lib/ports.ts'
import { onMessageCreated } from '../../src/triggers/documents.ts'

/** One delivery of the event of a message's creation, as the platform makes it: with the document as it was created. */
export async function tellOfMessage(context: Context, db: Firestore, ref: MessageRef): Promise<void> {
  const { threadId, messageId } = ref
  const stored = await db.doc(`threads/${threadId}/messages/${messageId}`).get()
  await onMessageCreated(context, { threadId, messageId }, stored.exists ? asCreated(stored) : undefined)
}

function asCreated(stored: DocumentSnapshot): EventDocument | undefined {
  const { delivery, forwarding, externalMessageId, ...fields } = stored.data() ?? {}
  const data = {
    ...fields,
    ...(delivery && { delivery: initialOf(delivery) }),
    ...(forwarding && { forwarding: initialOf(forwarding) }),
    ...(!delivery && externalMessageId !== undefined && { externalMessageId }),
  }
  return eventDocument({ data: () => data, updateTime: stored.createTime })
}

const initialOf = ({
  reservationId,
  template,
  byMember,
  automated,
  sendUntil,
  dueAt,
}: Record<string, unknown>) => ({
  ...Object.fromEntries(
    Object.entries({ reservationId, template, byMember, automated, sendUntil, dueAt }).filter(
      ([, value]) => value !== undefined,
    ),
  ),
  status: 'pending',
  attempts: 0,
})
