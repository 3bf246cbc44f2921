import { isDeepStrictEqual } from 'node:util'
import { comingIds } from '../files/model.ts'
import { type Delivery, type MessageTemplate, postedNames, type StoredMessage } from '../message.ts'
import type { Post } from './post-input.ts'

/** Delivery sets the provider's id, so only messages without a send compare it. */
export function isSamePost(stored: StoredMessage, input: Post, authorId: string): boolean {
  const post = stored.delivery ? { ...stored, externalMessageId: undefined } : stored
  return (
    stored.authorId === authorId &&
    postedNames.every(name => isDeepStrictEqual(post[name], input[name])) &&
    isDeepStrictEqual(filesOf(stored), filesIn(input, stored)) &&
    isDeepStrictEqual(sentAs(stored.delivery?.template), sentAs(input.template))
  )
}

const filesOf = ({ files = [], filesAfter = [] }: StoredMessage): string[] => [
  ...files.map(({ fileId }) => fileId),
  ...filesAfter,
]

const filesIn = ({ files = [], coming }: Post, { messageId }: StoredMessage): string[] =>
  coming ? comingIds(messageId, coming) : files

/** Without delivery's fields, such as the guest's address. */
export function asPosted(stored: StoredMessage): StoredMessage {
  const { delivery, forwarding, externalMessageId, expireAt: _, filesAfter: _after, ...message } = stored
  return {
    ...message,
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

/** Equal values make the same message, whatever `filled` says. */
const sentAs = (template: MessageTemplate | undefined) =>
  template && { name: template.name, variables: template.variables }
