import type { Thread } from '../chat/thread.ts'
import type { CommitExtras } from '../commit-extras.ts'
import type { Commit } from '../durable/change.ts'
import type { Revision, Versioned } from '../ports.ts'

export interface LandlordChannel {
  channelId: string
  ota: string
  status: string
  hotelId: string
}

export interface LandlordRequest {
  requestId: string
  ota: string
  /** `pending`, `completed`, `rejected`. */
  status: string
  createdAt: Date | null
  /** The code of what it was rejected for. */
  rejectedFor: string | null
}

/** Days are YYYY-MM-DD. */
export interface LandlordStay {
  reservationId: string
  arrival: string
  departure: string
  status: string | null
  ota: string | null
}

export interface LandlordProperty {
  propertyId: string
  name: string
  channels: LandlordChannel[]
  requests: LandlordRequest[]
  /** Those that have not ended, by departure, 30 at most. */
  stays: LandlordStay[]
}

/** `amount` in minor units. */
export interface LandlordInvoice {
  invoiceId: string
  amount: number
  currency: string
  status: string
}

export interface AskedConnection {
  landlordId: string | undefined
  request: Versioned<{ status: string }> | undefined
  isConnected: boolean
  isConnecting: boolean
}

/** What is a landlord's own. */
export interface Landlords {
  /** 100 at most. Two round trips, one without a property. */
  properties(landlordId: string, from: string): Promise<LandlordProperty[]>
  /** 100 at most. One round trip. */
  invoices(landlordId: string): Promise<LandlordInvoice[]>
  /** Threads in which they take part, however they came in; the newest 100. One round trip. */
  threads(userId: string): Promise<{ threadId: string; thread: Thread }[]>
  /** One round trip. */
  asked(propertyId: string, ota: string): Promise<AskedConnection>
  /** Makes the request pending, or with null takes it away; only as it was read. */
  ask(
    about: { propertyId: string; ota: string; previous: Revision | undefined },
    request: { landlordId: string; at: Date } | null,
    extras: CommitExtras,
  ): Promise<Commit<Revision>>
}

/** What a landlord asks for has one request a property and OTA. */
export const askedId = (propertyId: string, ota: string): string => `asked_${propertyId}_${ota}`
