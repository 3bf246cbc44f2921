/** The channel manager's stand-in: guests' messages at the OTAs. */

import { randomUUID } from 'node:crypto'

export const senders = ['guest', 'property', 'system'] as const
type Sender = (typeof senders)[number]

/** Obstacles to a send to a conversation, or to a booking. */
export const obstacles = ['window-over', 'no-conversation', 'not-supported', 'channel-inactive'] as const
export type Obstacle = (typeof obstacles)[number]

export interface OtaMessage {
  readonly id: string
  readonly sender: Sender
  readonly message: string
  /** Addresses relative to the API's own. */
  readonly attachments: readonly string[]
  readonly meta: Readonly<Record<string, unknown>> | null
  readonly insertedAt: string
  /** The user of the key that sent it; null for a message written at the OTA. */
  readonly userId: string | null
}

export interface OtaThread {
  readonly id: string
  readonly propertyId: string
  bookingId: string | null
  readonly provider: string
  readonly title: string
  readonly meta: Readonly<Record<string, unknown>> | null
  readonly channelId: string
  readonly otaId: string
  readonly insertedAt: string
  readonly messages: OtaMessage[]
  isClosed: boolean
  /** The number of calls that say that no reply is needed. */
  noReplyNeeded: number
}

export interface Booking {
  readonly id: string
  readonly propertyId: string
  readonly provider: string
  readonly guestName: string
}

export interface Installation {
  readonly id: string
  readonly propertyId: string
  readonly code: string
}

export interface AttachedFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
  /** The time at which its link expires. */
  readonly endsAt: number | null
}

export const messagesCode = 'channex_messages'

const withMessages = new Set(['bookingcom', 'airbnb', 'expedia'])

export const hasMessages = (provider: string): boolean => withMessages.has(provider.toLowerCase())

export const isBookingCom = ({ provider }: Pick<OtaThread, 'provider'>): boolean => provider === 'BookingCom'

export const isAirbnb = ({ provider }: Pick<OtaThread, 'provider'>): boolean => provider === 'AirBNB'

/** The state of messages; insertion order is the order of lists. */
export class MessageStore {
  readonly threads = new Map<string, OtaThread>()
  readonly bookings = new Map<string, Booking>()
  readonly installations = new Map<string, Installation>()
  /** By their relative addresses. */
  readonly files = new Map<string, AttachedFile>()
  /** By a conversation's id, or a booking's. */
  readonly obstacles = new Map<string, Obstacle>()
  /** The application's price a month; the staging system shows none. */
  price: string | null = '7.00'
  /** Rises with every reset, which cancels events that are still to come. */
  epoch = 0
  #lastMicros = 0

  reset(): void {
    for (const map of [this.threads, this.bookings, this.installations, this.files, this.obstacles])
      map.clear()
    this.price = '7.00'
    this.epoch += 1
  }

  /** As the vendor writes times: microseconds, no zone. Times without `at` are all different. */
  stamp(at?: Date): string {
    const micros = Math.max((at?.getTime() ?? Date.now()) * 1000, at ? 0 : this.#lastMicros + 1)
    if (!at) this.#lastMicros = micros
    const rest = String(micros % 1000).padStart(3, '0')
    return new Date(Math.floor(micros / 1000)).toISOString().replace('Z', rest)
  }

  isInstalled(propertyId: string): boolean {
    return [...this.installations.values()].some(
      one => one.propertyId === propertyId && one.code === messagesCode,
    )
  }

  install(propertyId: string, code: string): Installation {
    const installation = { id: randomUUID(), propertyId, code }
    this.installations.set(installation.id, installation)
    return installation
  }

  threadOfBooking(bookingId: string): OtaThread | undefined {
    return [...this.threads.values()].find(thread => thread.bookingId === bookingId)
  }

  /** Stores a file, at the address `path` if given. */
  keepFile(file: Omit<AttachedFile, 'id'>, path?: string): string {
    const id = randomUUID()
    const address = path ?? `attachments/${id}/${encodeURIComponent(file.name)}`
    this.files.set(address, { id, ...file })
    return address
  }
}
