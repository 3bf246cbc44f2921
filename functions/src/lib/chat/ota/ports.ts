export interface OtaConversation {
  id: string
  channelManagerPropertyId: string
  /** Lower case: `booking`, `airbnb`, `expedia`, or the channel manager's name. */
  provider: string
  /** The guest's name, at some OTAs only the first name. */
  title: string | null
  /** The channel manager's id; null before a booking. */
  bookingId: string | null
  lastMessageAt: Date | null
}

type OtaSender = 'guest' | 'property' | 'system'

/** Days are `YYYY-MM-DD`. */
export interface InquiredStay {
  arrival: string | null
  departure: string | null
  guests: number | null
  listing: string | null
  guestName: string | null
}

export interface OtaRequest {
  kind: 'inquiry' | 'reservation_request' | 'alteration_request'
  status: string | null
  respondBy: Date | null
}

export interface OtaMessage {
  id: string
  /** Some answers lack it. */
  conversationId: string | null
  /** Unknown senders count as `system`. */
  sender: OtaSender
  text: string
  /** Expiring addresses at the channel manager. */
  attachments: string[]
  at: Date
  /** Owner of the writing key at the channel manager; null for messages from the OTA. */
  userId: string | null
  author: { name: string; role: string | null } | null
  stay: InquiredStay | null
  request: OtaRequest | null
}

/** Neither readable nor storable. */
export interface OddRecord {
  /** Stable across answers. */
  id: string
  odd: readonly string[]
  /** The record's time, or its neighbour's. */
  at: Date
}

export interface OtaPage<One> {
  /** Newest first. */
  rows: One[]
  odd?: OddRecord[]
  hasMore: boolean
}

/** Pages begin at 1 and have at most `pageSize` rows. */
export interface OtaPageQuery {
  page: number
  pageSize: number
}

/** Throws ProviderError, or `MessagesNotInstalled` without the application. */
export interface OtaInbox {
  conversations(channelManagerPropertyId: string, query: OtaPageQuery): Promise<OtaPage<OtaConversation>>
  conversation(id: string): Promise<OtaConversation | OddRecord | undefined>
  messages(conversationId: string, query: OtaPageQuery): Promise<OtaPage<OtaMessage>>
  /** Booking.com only; idempotent. */
  noReplyNeeded(conversationId: string): Promise<void>
}

/** One file a message, without text. Throws ProviderError, and SendRefusedError like a messenger. */
export interface OtaFiles {
  /** Returns the id for `sendFile`; idempotent. */
  upload(file: { bytes: Uint8Array; name: string; type: string }): Promise<string>
  /** `to`: a conversation's id, or `booking/{bookingId}`. */
  sendFile(to: string, fileId: string): Promise<{ providerMessageId: string }>
}

/** Paid application at the channel manager. */
export interface MessagesApplication {
  /** `price`: minor units a month; null without one in the catalogue. */
  read(
    channelManagerPropertyId: string,
  ): Promise<{ installed: boolean; price: number | null; currency: string | null }>
}

export class MessagesNotInstalled extends Error {
  override readonly name = 'MessagesNotInstalled'
}
