import type { OutboundChannel } from '../delivery/outbound.ts'

export interface GuestThread {
  threadId: string
  reservation: { arrival: string; departure: string }
}

export interface InboundStore {
  /** Ids of the guests with this phone number. */
  guestsByPhone(phone: string): Promise<string[]>
  /** The threads of a guest's reservations. */
  threadsOfGuest(guestId: string): Promise<GuestThread[]>
  /** Keeps an inbound message that has no home. Storing the same provider id again changes nothing. */
  keepForTriage(entry: TriageEntry): Promise<void>
}

export interface TriageEntry {
  providerMessageId: string
  channel: OutboundChannel
  from: string
  body: string
  attachments: string[]
  reason: 'unknown-sender' | 'ambiguous-sender' | 'no-thread'
  receivedAt: Date
}
