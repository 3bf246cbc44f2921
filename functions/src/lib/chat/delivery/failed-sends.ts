import type { NewItem } from '../../items/item.ts'
import type { Delivery, StoredMessage } from '../message.ts'
import { messageKey } from '../message-key.ts'
import type { MessageRef } from '../ports.ts'
import type { Thread } from '../thread.ts'
import { insteadId } from './instead-id.ts'

const mostMarked = 20
const prefix = 'send-failed_'

export const failedSendId = (ref: MessageRef): string => `${prefix}${messageKey(ref)}`

export const isFailedSend = (itemId: string): boolean => itemId.startsWith(prefix)

/** No automatic step follows. */
export const isLeftToPerson = (delivery: Delivery | undefined): boolean =>
  delivery?.status === 'failed' || (delivery?.status === 'unknown' && delivery.dueAt === undefined)

/** The mark outlasts reading; only success or a person's resolution removes it. */
export const withFailedSend = ({ failedSends }: Thread, messageId: string): string[] =>
  [...failedSends.filter(id => id !== messageId), messageId].slice(-mostMarked)

export const settling =
  (messageId: string) =>
  (failed: string): boolean =>
    failed === messageId || insteadId(failed) === messageId

export function failedSendItem(
  { threadId, messageId, authorId }: Pick<StoredMessage, 'threadId' | 'messageId' | 'authorId'>,
  thread: Thread | undefined,
  { failure, automated }: Pick<Delivery, 'failure' | 'automated'>,
  createdAt: Date,
): NewItem {
  return {
    id: failedSendId({ threadId, messageId }),
    kind: automated ? 'automation-failed' : 'send-failed',
    detail: failure?.detail ?? 'It did not reach the guest.',
    nextAction: failure?.nextAction ?? 'Open the thread and tell the guest another way.',
    propertyId: thread?.propertyId ?? undefined,
    about: { threadId, messageId, ...(!automated && { authorId }) },
    createdAt,
  }
}
