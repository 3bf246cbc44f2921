import type { Thread } from '../chat/thread.ts'

interface LandlordChannel {
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
  /** It waits for the OTA's acceptance, and is tried again by itself. */
  isLeftToUs: boolean
}

/** Days are YYYY-MM-DD. */
interface LandlordStay {
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

/** What is a landlord's own. */
export interface Landlords {
  /** 100 at most. Two round trips, one without a property. */
  properties(landlordId: string, from: string): Promise<LandlordProperty[]>
  /** 100 at most. One round trip. */
  invoices(landlordId: string): Promise<LandlordInvoice[]>
  /** Threads in which they take part, however they came in; the newest 100. One round trip. */
  threads(userId: string): Promise<{ threadId: string; thread: Thread }[]>
}
