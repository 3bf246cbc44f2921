import type { Lane } from '../due/lanes.ts'

export const webhooks = {
  'inbound-messages': { lane: 'look-up', news: 'messages of guests' },
  'message-status': { lane: 'look-up', news: 'what became of messages' },
  bookings: { lane: 'channel-manager', news: 'bookings' },
  'ota-messages': { lane: 'ota', news: 'messages in the inboxes of OTAs' },
} as const satisfies Record<string, { lane: Lane; news: string }>
export type WebhookName = keyof typeof webhooks

export interface WebhookItems {
  /** Opens the item and logs the alarm, unless the call may still come. */
  missed(webhook: WebhookName, at: Date): Promise<void>
  /** One read a minute at most. */
  arrived(webhook: WebhookName): Promise<void>
}
