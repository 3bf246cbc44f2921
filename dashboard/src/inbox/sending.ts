import type { MessageType } from '@functions/lib/chat/message.ts'
import type { ThreadDetails } from './message.ts'

type Reachability = ThreadDetails['reachability']
type Obstacle = NonNullable<Reachability['sms']['reason']>

/** Of the API (`MAX_MESSAGE_BODY`, `MAX_OUTBOUND_BODY`), which has the last word. */
const limits = {
  message: 10_000,
  note: 10_000,
  'chatapp-message': 1_600,
  'sms-message': 1_600,
} satisfies Record<MessageType, number>

export const isMessageType = (value: unknown): value is MessageType =>
  typeof value === 'string' && Object.hasOwn(limits, value)

export const limitOf = (type: MessageType): number => limits[type]

/** How one writes in a thread until one chooses otherwise: the way that reaches its guest best. */
export function preferredType(thread: ThreadDetails): MessageType {
  if (thread.source === 'support') return 'message'
  const { chatapp, sms } = thread.reachability
  if (chatapp.reachable || chatapp.templatesAllowed) return 'chatapp-message'
  return sms.reachable ? 'sms-message' : 'message'
}

/** What stands in the way of a text by that way, as the delivery would say it; undefined for nothing. */
export function obstacleTo(type: MessageType, reachability: Reachability | undefined): Obstacle | undefined {
  if (!reachability) return undefined
  if (type === 'chatapp-message') return reachability.chatapp.reason ?? undefined
  if (type === 'sms-message') return reachability.sms.reason ?? undefined
  return undefined
}
