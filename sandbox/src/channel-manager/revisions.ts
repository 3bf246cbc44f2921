/** Bookings: from the OTA's reservation to a revision in the feed. */

import { randomUUID } from 'node:crypto'
import { asObject } from '../core/values.ts'
import { json, type Reply } from '../core/vendor.ts'
import { bookingCom } from './adapters.ts'
import type { Channel, HotelReservation, ManagedProperty, RoomType } from './model.ts'
import { page, refusal, success } from './replies.ts'
import type { Revision, Store } from './store.ts'

export type BookingStatus = 'new' | 'modified' | 'cancelled'

interface Target {
  readonly property: ManagedProperty
  readonly room: RoomType | undefined
  readonly ratePlanId: string | null
}

/** Our room and rate for the OTA's, through the channel's mapping; both null when unmapped. */
export function resolve(property: ManagedProperty, channel: Channel, reservation: HotelReservation): Target {
  const rows = channel.mappings.filter(
    row => row.roomTypeCode === reservation.roomId && row.ratePlanCode === reservation.rateId,
  )
  const ratePlanId = (rows.find(row => row.primary) ?? rows[0])?.ratePlanId ?? null
  const room = property.roomTypes.find(type => type.ratePlans.some(plan => plan.id === ratePlanId))
  return { property, room, ratePlanId: room ? ratePlanId : null }
}

const dayMs = 86_400_000

function nights(arrival: string, departure: string): string[] {
  const from = Date.parse(arrival)
  const count = Math.max(1, Math.round((Date.parse(departure) - from) / dayMs))
  return Array.from({ length: count }, (_, index) =>
    new Date(from + index * dayMs).toISOString().slice(0, 10),
  )
}

/** The amount spread over the nights, the odd cents on the first. */
function priceDays(reservation: HotelReservation): Record<string, string> {
  const days = nights(reservation.arrival, reservation.departure)
  const cents = Math.round(Number(reservation.amount) * 100)
  const each = Math.floor(cents / days.length)
  const first = cents - each * (days.length - 1)
  return Object.fromEntries(days.map((day, index) => [day, ((index === 0 ? first : each) / 100).toFixed(2)]))
}

/** The same reservation keeps its booking id from revision to revision. */
function bookingIdOf(store: Store, propertyId: string, code: string): string {
  const earlier = [...store.revisions.values()].find(
    revision => revision.propertyId === propertyId && revision.attributes.ota_reservation_code === code,
  )
  return String(earlier?.attributes.booking_id ?? randomUUID())
}

function attributesOf(
  store: Store,
  channel: Channel,
  target: Target,
  reservation: HotelReservation,
  status: BookingStatus,
) {
  return {
    booking_id: bookingIdOf(store, target.property.id, reservation.code),
    property_id: target.property.id,
    channel_id: channel.id,
    unique_id: `${store.adapter(channel.adapter).prefix}-${reservation.code}`,
    ota_reservation_code: reservation.code,
    ota_name: store.adapter(channel.adapter).title,
    status,
    rooms: [
      {
        checkin_date: reservation.arrival,
        checkout_date: reservation.departure,
        room_type_id: target.room?.id ?? null,
        rate_plan_id: target.ratePlanId,
        days: priceDays(reservation),
        occupancy: { adults: Math.min(2, target.room?.capacity ?? 2), children: 0, infants: 0 },
      },
    ],
    customer: { ...reservation.guest },
    arrival_date: reservation.arrival,
    departure_date: reservation.departure,
    amount: reservation.amount,
    currency: reservation.currency,
    inserted_at: new Date().toISOString(),
  }
}

export function addRevision(
  store: Store,
  channel: Channel,
  reservation: HotelReservation,
  status: BookingStatus,
  changes: Readonly<Record<string, unknown>> = {},
): Revision | undefined {
  const property = store.properties.get(channel.propertyIds[0] ?? '')
  if (!property) return undefined
  const target = resolve(property, channel, reservation)
  const id = randomUUID()
  const fields = { id, ...attributesOf(store, channel, target, reservation, status), ...changes }
  const attributes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  const revision: Revision = {
    id,
    propertyId: property.id,
    attributes,
    unmapped: target.ratePlanId === null,
    acknowledged: false,
    source: { channelId: channel.id, reservation },
  }
  keepRevision(store, revision, channel.adapter)
  return revision
}

/** Stores a revision in the feed, and its booking for messages. */
export function keepRevision(store: Store, revision: Revision, provider = bookingCom.code): void {
  store.revisions.set(revision.id, revision)
  const { booking_id: bookingId, customer } = revision.attributes
  const id = String(bookingId)
  const { name, surname } = asObject(customer)
  const guestName = [name, surname].filter(Boolean).join(' ')
  store.messages.bookings.set(id, { id, propertyId: revision.propertyId, provider, guestName })
}

/** Hands over the hotel's reservations that this channel has not had yet. */
export function loadReservations(store: Store, channel: Channel): readonly Revision[] {
  const reservations = store.hotel(channel.hotelId)?.reservations ?? []
  return reservations.flatMap(reservation => {
    if (channel.loaded.has(reservation.code)) return []
    channel.loaded.add(reservation.code)
    return addRevision(store, channel, reservation, 'new') ?? []
  })
}

export const showRevision = (revision: Revision) => ({
  type: 'booking_revision',
  id: revision.id,
  attributes: {
    ...revision.attributes,
    acknowledge_status: revision.acknowledged ? 'acknowledged' : 'pending',
  },
})

function find(store: Store, id: string): Revision {
  const revision = store.revisions.get(id)
  if (!revision) throw refusal(404)
  return revision
}

/** Revisions not acknowledged and not forgotten, oldest first. */
export function feed(store: Store, query: URLSearchParams): Reply {
  const filter = query.get('filter[property_id]')
  const open = [...store.revisions.values()].filter(
    revision =>
      !revision.acknowledged && !revision.isForgotten && (filter === null || revision.propertyId === filter),
  )
  return page(open, query, showRevision)
}

export function acknowledge(store: Store, id: string): Reply {
  find(store, id).acknowledged = true
  return success()
}

/** Removes unacknowledged revisions from the feed for good; returns their number. */
export function forget(store: Store, propertyId: string): number {
  const waiting = [...store.revisions.values()].filter(
    revision => revision.propertyId === propertyId && !revision.acknowledged && !revision.isForgotten,
  )
  for (const revision of waiting) revision.isForgotten = true
  return waiting.length
}

export const scheduled = (): Reply => json(200, { meta: { message: 'Scheduled' } })
