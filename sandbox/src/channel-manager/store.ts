import { randomUUID } from 'node:crypto'
import { seedHotels } from '../seed-hotels.ts'
import { seedProperties } from '../seed-properties.ts'
import { type Adapter, bookingCom } from './adapters.ts'
import { MessageStore } from './messages/model.ts'
import type { Channel, Hotel, HotelReservation, InventoryChange, ManagedProperty } from './model.ts'
import { refusal } from './replies.ts'

export interface ChannelEvent {
  readonly id: string
  readonly channelId: string
  readonly name: string
  readonly insertedAt: string
  readonly result: string
  readonly reply: string
}

export interface Revision {
  readonly id: string
  readonly propertyId: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly unmapped: boolean
  acknowledged: boolean
  /** No longer in the feed, although nobody acknowledged it. */
  isForgotten?: boolean
  /** Its origin; undefined for a booking of no hotel. */
  readonly source?: { readonly channelId: string; readonly reservation: HotelReservation }
}

export interface Webhook {
  readonly id: string
  readonly propertyId: string | null
  readonly callbackUrl: string
  readonly eventMask: string
  readonly headers: Readonly<Record<string, string>>
  readonly isActive: boolean
  readonly sendData: boolean
}

/** The channel manager's state; insertion order is the order of its lists. */
export class Store {
  readonly hotels = new Map<string, Hotel>()
  readonly properties = new Map<string, ManagedProperty>()
  readonly channels = new Map<string, Channel>()
  readonly revisions = new Map<string, Revision>()
  readonly webhooks = new Map<string, Webhook>()
  readonly messages = new MessageStore()
  events: ChannelEvent[] = []
  inventory: InventoryChange[] = []

  readonly #adapters: ReadonlyMap<unknown, Adapter>

  constructor(adapters: readonly Adapter[] = []) {
    this.#adapters = new Map([bookingCom, ...adapters].map(adapter => [adapter.code, adapter]))
    this.reset()
  }

  knows(code: string): boolean {
    return this.#adapters.has(code)
  }

  /** Refuses an unknown code; case counts. */
  adapter(code: unknown): Adapter {
    const adapter = this.#adapters.get(code)
    if (!adapter) throw refusal(400)
    return adapter
  }

  reset(): void {
    for (const map of [this.hotels, this.properties, this.channels, this.revisions, this.webhooks])
      map.clear()
    this.messages.reset()
    this.events = []
    this.inventory = []
    for (const hotel of seedHotels) this.hotels.set(hotel.hotelId, hotel)
    for (const property of seedProperties) this.properties.set(property.id, property)
  }

  addEvent(
    event: Omit<ChannelEvent, 'id' | 'insertedAt'>,
    insertedAt = new Date().toISOString(),
  ): ChannelEvent {
    const added = { id: randomUUID(), insertedAt, ...event }
    this.events.push(added)
    return added
  }

  /** Converts ids of its rates into its OTA's form. */
  addHotel(hotel: Hotel): void {
    const idOf = (id: number | string) => formed(this.adapter(hotel.adapter), id)
    const rooms = hotel.rooms.map(room => ({
      ...room,
      rates: room.rates.map(rate => ({
        ...rate,
        id: idOf(rate.id),
        parentRateId: rate.parentRateId === null ? null : idOf(rate.parentRateId),
      })),
    }))
    const reservations = hotel.reservations.map(one => this.asOf(hotel.adapter, one))
    this.hotels.set(hotel.hotelId, { ...hotel, rooms, reservations })
  }

  /** A reservation with the rate's id in that OTA's form. */
  asOf(adapter: string, reservation: HotelReservation): HotelReservation {
    return { ...reservation, rateId: formed(this.adapter(adapter), reservation.rateId) }
  }

  /** The hotel with its behaviour of now. */
  hotel(hotelId: string): Hotel | undefined {
    const hotel = this.hotels.get(hotelId)
    if (!hotel?.becomes || Date.now() < hotel.becomes.at) return hotel
    return { ...hotel, behaviour: hotel.becomes.behaviour }
  }

  /** The hotel, if it is at that OTA. */
  hotelAt(adapter: string, hotelId: string): Hotel | undefined {
    const hotel = this.hotel(hotelId)
    return hotel?.adapter === adapter ? hotel : undefined
  }

  channelOfHotel(hotelId: string, except?: string): Channel | undefined {
    return [...this.channels.values()].find(channel => channel.hotelId === hotelId && channel.id !== except)
  }
}

const formed = ({ rateIds }: Adapter, id: number | string): number | string =>
  rateIds === 'text' ? String(id) : Number(id)
