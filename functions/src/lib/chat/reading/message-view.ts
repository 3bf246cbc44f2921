import * as z from 'zod'
import { reason } from '../../shapes.ts'
import { isByStranger, type Memberships } from '../members.ts'
import {
  attempts,
  type Delivery,
  deliveryStatuses,
  messageMetadata,
  messageShape,
  postedNames,
  type StoredMessage,
} from '../message.ts'

const fields = [
  'messageId',
  'threadId',
  'authorId',
  'createdAt',
  'receivedAt',
  'files',
  ...postedNames,
] as const

export type SummaryView = Partial<Record<(typeof fields)[number], unknown>> & {
  joined?: 'self'
  metadata?: z.output<typeof shownMetadata>
}

export interface MessageView extends SummaryView {
  delivery?: DeliveryView
  replyTo?: string
}

type DeliveryView = Pick<Delivery, 'status' | 'attempts' | 'failure'> & { template?: string }

/** Only fields without addresses. */
const shownMetadata = z.object(messageMetadata.shape)

/** Without its thread, `joined` is as at posting. */
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

const shownMessage = messageShape.extend({
  metadata: shownMetadata.optional().meta({ description: 'Data from the provider besides the text.' }),
})

export const messageSummary = shownMessage.partial().meta({ id: 'MessageSummary' })

const delivery = z.object({
  status: z.enum(deliveryStatuses),
  attempts,
  failure: reason.optional().meta({ description: 'Of `failed` and `unknown`.' }),
  template: z.string().optional(),
})

export const messageShown = shownMessage
  .extend({
    delivery: delivery.optional(),
    replyTo: z
      .string()
      .optional()
      .meta({ description: 'The message of this thread that it replies to, where that is known.' }),
  })
  .meta({ id: 'Message' })

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
