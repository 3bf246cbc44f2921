import * as z from 'zod'
import { type Delivery, messageMetadata, type StoredMessage } from '../message.ts'

const fields = [
  'messageId',
  'threadId',
  'body',
  'authorId',
  'createdAt',
  'source',
  'type',
  'contentType',
  'externalMessageId',
  'attachments',
  'paymentContent',
] as const

/** What a reader sees of a message: the specification's fields, of which a message inside a thread may lack some. */
export type SummaryView = Partial<Record<(typeof fields)[number], unknown>> & {
  metadata?: z.output<typeof shownMetadata>
}

export interface MessageView extends SummaryView {
  delivery?: DeliveryView
  /** The message of this thread that it replies to, where that is known. */
  replyTo?: string
}

type DeliveryView = Pick<Delivery, 'status' | 'attempts' | 'failure'> & { template?: string }

/** Only what is known to hold no address. */
export const shownMetadata = z.object(messageMetadata.shape)

/** A message as it stands inside a thread. */
export function summaryView(message: Record<string, unknown>): SummaryView {
  const shown = fields.filter(field => message[field] !== undefined).map(field => [field, message[field]])
  const metadata = shownMetadata.safeParse(message.metadata).data
  return { ...Object.fromEntries(shown), ...(metadata && { metadata }) }
}

/** A message as it stands in a page. How its sending is done, and to which address, is nobody's business. */
export const messageView = (message: StoredMessage, replyTo?: string): MessageView => ({
  ...summaryView(message),
  ...(message.delivery && { delivery: deliveryView(message.delivery) }),
  ...(replyTo !== undefined && { replyTo }),
})

const deliveryView = ({ status, attempts, failure, template }: Delivery): DeliveryView => ({
  status,
  attempts,
  ...(failure && { failure }),
  ...(template && { template: template.name }),
})
