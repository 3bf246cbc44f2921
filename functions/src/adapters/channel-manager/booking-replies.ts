import { createHash } from 'node:crypto'
import * as z from 'zod'
import { emailAddress } from '../../lib/email-address.ts'
import type { BookedRoom, BookingRevision, FeedEntry } from '../../lib/reservations/booking.ts'
import { certainNumber, currencyOf, minorUnits } from '../../lib/reservations/booking-values.ts'
import type { Party } from '../../lib/reservations/reservation.ts'
import { isBlank, plainName, withoutEntities } from '../../lib/text.ts'
import { timeIn } from './client.ts'

/** One commit holds more. */
const mostRooms = 200
const longestText = 1000
const longestNotes = 4000

const optional = z
  .union([z.string().max(longestText), z.number()])
  .transform(value => String(value).toWellFormed().trim() || null)
  .nullable()
  .catch(null)

const id = z.string().regex(/^[A-Za-z0-9-]{1,100}$/)
const day = z.iso.date()
const priceOfDays = z.record(z.string(), optional).catch({})
const people = z.coerce.number().int().min(0).max(1000).catch(0)
const occupancy = z.looseObject({ adults: people, children: people, infants: people }).nullish().catch(null)
type Occupancy = z.infer<typeof occupancy>
const notes = z
  .string()
  .transform(text => withoutEntities(text.slice(0, longestNotes)).trim().toWellFormed())
  .transform(text => (isBlank(text) ? null : text))
  .nullish()
  .catch(null)

const bookedRoom = z.looseObject({
  checkin_date: day.nullish(),
  checkout_date: day.nullish(),
  room_type_id: optional,
  rate_plan_id: optional,
  amount: optional,
  days: priceOfDays,
  occupancy,
})

/** An unreadable property id must not count as absent: the booking would go to the property of the query. */
const propertyId = id.nullish().transform(text => text ?? null)

const attributes = z.looseObject({
  booking_id: id,
  property_id: propertyId,
  channel_id: optional,
  unique_id: optional,
  ota_reservation_code: optional,
  ota_name: optional,
  status: z.enum(['new', 'modified', 'cancelled']),
  rooms: z
    .array(bookedRoom)
    .max(mostRooms)
    .nullish()
    .transform(rooms => rooms ?? []),
  customer: z
    .looseObject({ name: optional, surname: optional, mail: optional, phone: optional })
    .nullish()
    .catch(null),
  arrival_date: day.nullish(),
  departure_date: day.nullish(),
  occupancy,
  notes,
  arrival_hour: optional,
  amount: optional,
  currency: optional,
  inserted_at: optional,
})
type Attributes = z.infer<typeof attributes>

export const feedRow = z.unknown().transform(feedEntry)

export const bookingRow = z.unknown().transform(bookingEntry)

const anything = z
  .looseObject({ id: id.optional().catch(undefined), attributes: z.unknown().optional() })
  .catch({})
const named = z.looseObject({ property_id: optional }).catch({ property_id: null })

function feedEntry(datum: unknown): FeedEntry {
  const { id: revisionId = namelessId(datum), attributes: content } = anything.parse(datum)
  const channelManagerPropertyId = named.parse(content).property_id
  const entry = { id: revisionId, channelManagerPropertyId, isAcknowledged: false }
  const parsed = attributes.safeParse(content)
  if (!parsed.success) return { ...entry, revision: undefined, defects: placesOf(parsed.error) }
  const rooms = stayRooms(parsed.data)
  const isCancelled = parsed.data.status === 'cancelled'
  const defects = rooms.flatMap((room, position) =>
    isStay(room) || isCancelled ? [] : [`rooms.${position}.checkin_date, checkout_date`],
  )
  if (defects.length > 0) return { ...entry, revision: undefined, defects }
  return { ...entry, revision: revisionOf(revisionId, parsed.data, rooms.filter(isStay)), defects: [] }
}

const listed = z
  .looseObject({ id: z.unknown(), attributes: z.looseObject({}).catch({}) })
  .catch({ id: undefined, attributes: {} })

/** Undocumented: the time may be the revision's or the booking's. */
function bookingEntry(datum: unknown): FeedEntry {
  const { id: bookingId, attributes: content } = listed.parse(datum)
  const { revision_id: revisionId, acknowledge_status: status } = content
  const attributes = { ...content, booking_id: bookingId, inserted_at: null }
  const entry = feedEntry({ id: revisionId, attributes })
  return { ...entry, isAcknowledged: status !== 'pending' }
}

/** Stable, so that the entry is reported once. */
const namelessId = (datum: unknown): string =>
  `nameless-${createHash('sha256')
    .update(JSON.stringify(datum) ?? '')
    .digest('hex')
    .slice(0, 24)}`

const placesOf = ({ issues }: z.ZodError): string[] => [
  ...new Set(issues.map(({ path }) => path.map(String).join('.') || 'attributes')),
]

interface MaybeStay extends Omit<BookedRoom, 'arrival' | 'departure'> {
  arrival: string | null
  departure: string | null
}

const isStay = (room: MaybeStay): room is BookedRoom =>
  room.arrival !== null && room.departure !== null && room.arrival < room.departure

function stayRooms({ rooms, arrival_date, departure_date, amount, ...booking }: Attributes): MaybeStay[] {
  const all = partyOf(booking.occupancy)
  const currency = currencyOf(booking.currency)
  const whole = minorUnits(amount, currency)
  const dates = (room: Pick<Attributes['rooms'][number], 'checkin_date' | 'checkout_date'>) => ({
    arrival: room.checkin_date ?? arrival_date ?? null,
    departure: room.checkout_date ?? departure_date ?? null,
  })
  if (rooms.length === 0)
    return [{ ...dates({}), roomTypeId: null, ratePlanId: null, amount: whole, party: all }]
  return rooms.map(room => ({
    ...dates(room),
    roomTypeId: room.room_type_id,
    ratePlanId: room.rate_plan_id,
    amount: rooms.length === 1 && whole !== null ? whole : amountOfRoom(room, currency),
    party: partyOf(room.occupancy) ?? (rooms.length === 1 ? all : null),
  }))
}

const partyOf = (occupancy: Occupancy): Party | null => {
  const { adults, children, infants } = occupancy ?? { adults: 0, children: 0, infants: 0 }
  return adults + children + infants > 0 ? { adults, children, infants } : null
}

function amountOfRoom({ amount, days }: Attributes['rooms'][number], currency: string | null): number | null {
  const total = minorUnits(amount, currency)
  if (total !== null) return total
  const nights = Object.values(days).map(night => minorUnits(night, currency))
  return nights.length > 0 && nights.every(night => night !== null)
    ? nights.reduce((sum, night) => sum + night, 0)
    : null
}

const revisionOf = (revisionId: string, booking: Attributes, rooms: BookedRoom[]): BookingRevision => ({
  id: revisionId,
  bookingId: booking.booking_id,
  status: booking.status,
  code: booking.ota_reservation_code ?? booking.unique_id,
  otaBookingNumber: booking.ota_reservation_code ?? booking.unique_id?.replace(/^[A-Z]{3}-/, '') ?? null,
  ota: booking.ota_name,
  channelManagerChannelId: booking.channel_id,
  rooms,
  guest: {
    name: nameOf(booking.customer),
    phone: certainNumber(booking.customer?.phone ?? null),
    email: emailAddress.safeParse(booking.customer?.mail).data ?? null,
  },
  notes: booking.notes ?? null,
  arrivalTime: booking.arrival_hour,
  currency: currencyOf(booking.currency),
  insertedAt: timeIn(booking.inserted_at ?? '') ?? null,
})

const longestName = 200

const nameOf = (customer: Attributes['customer']): string | null =>
  plainName(withoutEntities([customer?.name, customer?.surname].filter(Boolean).join(' ')))
    .slice(0, longestName)
    .toWellFormed() || null
