import * as z from 'zod'
import { isByStranger, type Memberships } from '../members.ts'
import { type Delivery, messageMetadata, postedNames, type StoredMessage } from '../message.ts'

const fields = [
  'messageId',
  'threadId',
  'authorId',
  'createdAt',
  'receivedAt',
  'files',
  ...postedNames,
] as const

/** A reader's view of a message: the specification's fields, some of which an embedded message may lack. */
export type SummaryView = Partial<Record<(typeof fields)[number], unknown>> & {
  joined?: 'self'
  metadata?: z.output<typeof shownMetadata>
}

export interface MessageView extends SummaryView {
  delivery?: DeliveryView
  /** The message of this thread that it replies to, if known. */
  replyTo?: string
}

type DeliveryView = Pick<Delivery, 'status' | 'attempts' | 'failure'> & { template?: string }

/** Only fields known to hold no address. */
export const shownMetadata = z.object(messageMetadata.shape)

/** The view of a message embedded in a thread. Without its thread, `joined` is as when it was posted. */
export function summaryView(message: Record<string, unknown>, thread?: Memberships): SummaryView {
  const shown = fields.filter(field => message[field] !== undefined).map(field => [field, message[field]])
  const metadata = shownMetadata.safeParse(message.metadata).data
  const isStrangers = thread ? isByStranger(thread, message) : message.joined === 'self'
  return {
    ...Object.fromEntries(shown),
    ...(isStrangers && { joined: 'self' }),
    ...(metadata && { metadata }),
  }
}

/** The view of a message in a page, without the internals of its delivery. */
export const messageView = (message: StoredMessage, replyTo?: string, thread?: Memberships): MessageView => ({
  ...summaryView(message, thread),
  ...(message.delivery && { delivery: deliveryView(message.delivery) }),
  ...(replyTo !== undefined && { replyTo }),
})

const deliveryView = ({ status, attempts, failure, template }: Delivery): DeliveryView => ({
  status,
  attempts,
  ...(failure && { failure }),
  ...(template && { template: template.name }),
})
