import { isDeepStrictEqual } from 'node:util'
import type { Delivery, MessageTemplate, StoredMessage } from '../message.ts'
import type { Post } from './post-input.ts'

/**
 * Whether a stored message is what this author would have stored with this input. The provider's id is the client's
 * own only where no send was due; else delivery set it.
 */
export function isSamePost(stored: StoredMessage, input: Post, authorId: string): boolean {
  const sentByUs = stored.delivery !== undefined
  return isDeepStrictEqual(
    {
      authorId: stored.authorId,
      body: stored.body,
      source: stored.source,
      type: stored.type,
      contentType: stored.contentType,
      externalMessageId: sentByUs ? undefined : stored.externalMessageId,
      attachments: stored.attachments,
      paymentContent: stored.paymentContent,
      template: sentAs(stored.delivery?.template),
    },
    {
      authorId,
      body: input.body,
      source: input.source,
      type: input.type,
      contentType: input.contentType,
      externalMessageId: input.externalMessageId,
      attachments: input.attachments,
      paymentContent: input.paymentContent,
      template: sentAs(input.template),
    },
  )
}

/** A stored message as its post left it: nothing of what became of it since, such as the guest's address. */
export function asPosted(stored: StoredMessage): StoredMessage {
  const { delivery, forwarding, externalMessageId, expireAt: _, ...message } = stored
  return {
    ...message,
    // Where a send was due, delivery set it.
    ...(!delivery && externalMessageId !== undefined && { externalMessageId }),
    ...(delivery && { delivery: deliveryAsPosted(delivery) }),
    ...(forwarding && { forwarding: { status: 'pending', attempts: 0 } }),
  }
}

const deliveryAsPosted = ({ reservationId, template }: Delivery): Delivery => ({
  ...(reservationId !== undefined && { reservationId }),
  status: 'pending',
  attempts: 0,
  ...(template && { template }),
})

/** The same values make the same message, whoever filled them in. */
const sentAs = (template: MessageTemplate | undefined) =>
  template && { name: template.name, variables: template.variables }
