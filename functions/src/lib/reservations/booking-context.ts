import * as z from 'zod'
import { bookingChannels } from '../connection/channels/booking-channel.ts'
import { storedRatePlan, storedRoom } from '../connection/model.ts'
import { guestContacts, guestIdFor, type LeadGuest } from '../guest.ts'
import { isDocumentId } from '../identifiers.ts'
import { optional } from '../shapes.ts'
import { everySpellingOf } from '../spellings.ts'
import { byId, collection, type StoredDocument } from '../store.ts'
import type { FeedEntry } from './booking.ts'
import { guestIdOfBooking } from './plan-guest.ts'
import type { BookingContext } from './ports.ts'
import type { PullDeps } from './pull-run.ts'
import { type Reservation, reservations } from './reservation.ts'

type Reads = Pick<PullDeps, 'rules' | 'store'>

/** Other fields must not block a booking. */
const rooms = collection(
  'properties/{propertyId}/rooms/{roomId}',
  storedRoom.pick({ channelManagerRoomTypeId: true, units: true }),
).sound
const ratePlans = collection(
  'properties/{propertyId}/ratePlans/{ratePlanId}',
  storedRatePlan.pick({ roomId: true, channelManagerRatePlanId: true }),
).sound
const owned = collection('properties/{propertyId}', z.looseObject({ landlordId: optional(z.string()) }))

/** Three round trips. */
export async function bookingContext(
  { rules, store }: Reads,
  propertyId: string,
  entries: readonly FeedEntry[],
): Promise<BookingContext> {
  const revisions = entries.flatMap(({ revision }) => revision ?? [])
  const bookingIds = unique(revisions.map(({ bookingId }) => bookingId))
  const phones = unique(revisions.flatMap(({ guest: { phone } }) => phone ?? []))
  const [sold, rates, channels, stored, sharing] = await Promise.all([
    store.find(rooms.all(propertyId)),
    store.find(ratePlans.all(propertyId)),
    store.find(bookingChannels.where('propertyId', '==', propertyId)),
    store.find(reservations.where('bookingId', 'in', bookingIds)),
    store.find(guestContacts.where('phone', 'in', everySpellingOf(phones))),
  ])
  const arrivals = [
    ...revisions.flatMap(revision => revision.rooms.map(({ arrival }) => arrival)),
    ...stored.flatMap(({ value }) => value.arrival ?? []),
  ]
  const guestIdOf = (phone: string) => guestIdFor(rules.guestKey(), phone)
  const guestIds = unique([
    ...phones.map(guestIdOf),
    ...bookingIds.map(guestIdOfBooking),
    ...stored.flatMap(({ value }) => value.guestId ?? []),
  ])
  const named = [...revisions, ...stored.map(({ value }) => ({ ...value, guest: value.leadGuest }))]
  const isCorrected = bookingIds.some(
    id =>
      unique(named.flatMap(({ bookingId, guest }) => (guest && bookingId === id ? [wordOf(guest)] : [])))
        .length > 1,
  )
  const corrected = isCorrected ? unique([...guestIds, ...sharing.map(({ id }) => id)]) : []
  const [neighbours, theirs, guestRecords] = await Promise.all([
    staysFrom(store, propertyId, arrivals),
    store.find(reservations.where('guestId', 'in', corrected)),
    store.readAll(guestIds.filter(isDocumentId).map(id => guestContacts.at(id))),
  ])
  return {
    rooms: sold.map(({ id, value: { channelManagerRoomTypeId = null, units } }) => ({
      id,
      channelManagerRoomTypeId,
      units,
    })),
    ratePlans: rates.map(({ id, value: { roomId, channelManagerRatePlanId = null } }) => ({
      id,
      roomId,
      channelManagerRatePlanId,
    })),
    channels: channels.map(({ id, value: { ota, channelManagerChannelId, status } }) => ({
      id,
      propertyId,
      ota,
      channelManagerChannelId,
      isActive: status === 'active',
    })),
    reservations: byId([...neighbours, ...theirs, ...stored]),
    foreign: await foreignAmong(store, propertyId, stored),
    guests: new Map(
      [...byId([...sharing, ...guestRecords])].map(([id, { value, revision }]) => {
        const { name = null, phone = null, email = null, lastChatappAddress, expireAt } = value
        return [id, { id, name, phone, email, lastChatappAddress, expireAt, revision }]
      }),
    ),
    guestIdOf,
  }
}

const wordOf = ({ name, phone, email }: LeadGuest): string => JSON.stringify([name, phone, email])

/** A booking never moves to another landlord. */
async function foreignAmong(
  store: Reads['store'],
  propertyId: string,
  stays: readonly StoredDocument<Reservation>[],
) {
  const elsewhere = stays.filter(({ value }) => value.propertyId && value.propertyId !== propertyId)
  if (elsewhere.length === 0) return new Set<string>()
  const ids = unique([propertyId, ...elsewhere.flatMap(({ value }) => value.propertyId ?? [])])
  const properties = byId(await store.readAll(ids.filter(isDocumentId).map(id => owned.at(id))))
  const landlordOf = (id: string | null) => properties.get(id ?? '')?.value.landlordId || undefined
  const isForeign = (id: string | null) => {
    const landlord = landlordOf(id)
    return landlord !== undefined && landlord !== landlordOf(propertyId)
  }
  return new Set(elsewhere.flatMap(({ value }) => (isForeign(value.propertyId) && value.bookingId) || []))
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

async function staysFrom(store: Reads['store'], propertyId: string, arrivals: readonly string[]) {
  const [first] = arrivals.toSorted()
  if (first === undefined) return []
  return store.find(reservations.where('propertyId', '==', propertyId).where('departure', '>', first))
}
