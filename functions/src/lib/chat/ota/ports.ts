/** A conversation at an OTA, as the channel manager shows it. */
export interface OtaConversation {
  id: string
  channelManagerPropertyId: string
  /** The OTA, in lower case: `booking`, `airbnb`, `expedia`, or what the channel manager calls it. */
  provider: string
  /** The guest's name, at some OTAs the first name only. */
  title: string | null
  /** The channel manager's id; null before there is a booking. */
  bookingId: string | null
  lastMessageAt: Date | null
}

type OtaSender = 'guest' | 'property' | 'system'

/** What an OTA says of the stay that somebody inquires about. Days, `YYYY-MM-DD`. */
export interface InquiredStay {
  arrival: string | null
  departure: string | null
  guests: number | null
  listing: string | null
  guestName: string | null
}

/** What the OTA asks the property to decide, where it is decided there. */
export interface OtaRequest {
  kind: 'inquiry' | 'reservation_request' | 'alteration_request'
  status: string | null
  respondBy: Date | null
}

/** A message of a conversation. */
export interface OtaMessage {
  id: string
  /** Absent in some answers. */
  conversationId: string | null
  /** Unknown senders are taken for the system. */
  sender: OtaSender
  text: string
  /** Addresses at the channel manager; such links end. */
  attachments: string[]
  at: Date
  /** Whose key wrote it at the channel manager; null for what was written at the OTA. */
  userId: string | null
  author: { name: string; role: string | null } | null
  stay: InquiredStay | null
  request: OtaRequest | null
}

/** A record of the channel manager that can be neither read nor stored. */
export interface OddRecord {
  /** Of ours, the same each time it is told. */
  id: string
  /** The fields that are not as they should be. */
  odd: readonly string[]
  /** When it was written, or what is listed beside it. */
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

/**
 * Guests' messages at the OTAs, through the channel manager. Every call throws ProviderError; `MessagesNotInstalled`
 * where the property lacks the Messages application.
 */
export interface OtaInbox {
  conversations(channelManagerPropertyId: string, query: OtaPageQuery): Promise<OtaPage<OtaConversation>>
  conversation(id: string): Promise<OtaConversation | OddRecord | undefined>
  messages(conversationId: string, query: OtaPageQuery): Promise<OtaPage<OtaMessage>>
  /** Says that the guest's last message needs no answer. Of Booking.com only; repeating it is harmless. */
  noReplyNeeded(conversationId: string): Promise<void>
}

/** Files that we send, one a message and none with a text. Throws ProviderError; SendRefusedError as a messenger does. */
export interface OtaFiles {
  /** Answers the id to send it by. Repeating it is harmless. */
  upload(file: { bytes: Uint8Array; name: string; type: string }): Promise<string>
  /** `to` as for a text: a conversation's id, or `booking/{bookingId}`. */
  sendFile(to: string, fileId: string): Promise<{ providerMessageId: string }>
}

/** The Messages application of a property at the channel manager, which is paid for. */
export interface MessagesApplication {
  /** `price` in minor units a month; null where the catalogue tells none. */
  read(
    channelManagerPropertyId: string,
  ): Promise<{ installed: boolean; price: number | null; currency: string | null }>
}

/** The property has no Messages application at the channel manager. */
export class MessagesNotInstalled extends Error {
  override readonly name = 'MessagesNotInstalled'
}
