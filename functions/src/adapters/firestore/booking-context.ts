import { createHmac } from 'node:crypto'
import * as z from 'zod'
import type { LeadGuest } from '../../lib/chat/guest.ts'
import { storedPropertyChannel } from '../../lib/connection/channels/property-channel.ts'
import { storedRatePlan, storedRoom } from '../../lib/connection/model.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Versioned } from '../../lib/ports.ts'
import type { FeedEntry } from '../../lib/reservations/booking.ts'
import { guestIdOfBooking } from '../../lib/reservations/plan-guest.ts'
import type { BookingChannel, BookingContext, KnownGuest } from '../../lib/reservations/ports.ts'
import { type Reservation, storedReservation } from '../../lib/reservations/reservation.ts'
import { everySpellingOf, spellingsOf } from '../../lib/spellings.ts'
import type { DocumentSnapshot, Firestore, Queries } from './client.ts'
import { guestDoc, guestsIn } from './guests.ts'
import { foundAmong } from './paths.ts'
import { byId, repository, soundIn, textIn } from './repository.ts'

/** Only the fields a booking needs, so that nothing else in the document can block one. */
const room = storedRoom.pick({ channelManagerRoomTypeId: true, units: true })
const ratePlan = storedRatePlan.pick({ roomId: true, channelManagerRatePlanId: true })
/** Of any OTA: one that nobody connects from here any more sells all the same. */
const channel = storedPropertyChannel
  .pick({ propertyId: true, status: true, channelManagerChannelId: true })
  .extend({ ota: z.string() })

export const reservationDocs = (db: Firestore) =>
  repository(db, { path: (id: string) => `reservations/${id}`, schema: storedReservation })

/**
 * A deterministic id for a number, however it is spelled, so that two concurrent pulls create one guest. Keyed, since a plain hash of a phone
 * number is easily guessed.
 */
const guestIdFor = (key: string, phone: string): string =>
  `guest-${createHmac('sha256', key).update(spellingsOf(phone)[0]).digest('hex').slice(0, 32)}`

/** Everything needed to store the entries' bookings. Three round trips. */
export async function bookingContext(
  db: Firestore,
  key: string,
  propertyId: string,
  entries: readonly FeedEntry[],
): Promise<BookingContext> {
  const revisions = entries.flatMap(({ revision }) => revision ?? [])
  const bookingIds = unique(revisions.map(({ bookingId }) => bookingId))
  const phones = unique(revisions.flatMap(({ guest: { phone } }) => phone ?? []))
  const queries = await db.queries()
  const property = queries.doc(`properties/${propertyId}`)
  const [rooms, ratePlans, channels, own, sharing] = await Promise.all([
    property.collection('rooms').get(),
    property.collection('ratePlans').get(),
    queries.collection('propertyChannels').where('propertyId', '==', propertyId).get(),
    foundAmong(bookingIds, ids => queries.collection('reservations').where('bookingId', 'in', ids)),
    foundAmong(everySpellingOf(phones), some => queries.collection('guests').where('phone', 'in', some)),
  ])
  const reservation = reservationDocs(db)
  const stored = byId(own, reservation.sound)
  const arrivals = [
    ...revisions.flatMap(revision => revision.rooms.map(({ arrival }) => arrival)),
    ...[...stored.values()].flatMap(({ value }) => value.arrival ?? []),
  ]
  const guestIds = [
    ...phones.map(phone => guestIdFor(key, phone)),
    ...bookingIds.map(guestIdOfBooking),
    ...[...stored.values()].flatMap(({ value }) => value.guestId ?? []),
  ]
  const stays = [...stored.values()].map(({ value }) => ({ ...value, guest: value.leadGuest }))
  const named = [...revisions, ...stays]
  const isCorrected = bookingIds.some(
    id =>
      unique(named.flatMap(({ bookingId, guest }) => (guest && bookingId === id ? [wordOf(guest)] : [])))
        .length > 1,
  )
  const [beside, theirs, known] = await Promise.all([
    staysFrom(queries, propertyId, arrivals),
    foundAmong(isCorrected ? unique([...guestIds, ...sharing.map(({ id }) => id)]) : [], ids =>
      queries.collection('reservations').where('guestId', 'in', ids),
    ),
    db.getAll(
      unique(guestIds)
        .filter(isDocumentId)
        .map(id => guestDoc(db, id)),
    ),
  ])
  return {
    rooms: [...byId(rooms.docs, one => soundIn(one, room))].map(
      ([id, { channelManagerRoomTypeId = null, units }]) => ({ id, channelManagerRoomTypeId, units }),
    ),
    ratePlans: [...byId(ratePlans.docs, one => soundIn(one, ratePlan))].map(
      ([id, { roomId, channelManagerRatePlanId = null }]) => ({ id, roomId, channelManagerRatePlanId }),
    ),
    channels: channels.docs.flatMap(snapshot => bookingChannel(snapshot) ?? []),
    reservations: new Map([...byId([...beside, ...theirs], reservation.sound), ...stored]),
    foreign: await foreignAmong(db, propertyId, stored.values()),
    guests: knownGuests([...sharing, ...known]),
    guestIdOf: phone => guestIdFor(key, phone),
  }
}

const wordOf = ({ name, phone, email }: LeadGuest): string => JSON.stringify([name, phone, email])

/** A booking that was stored elsewhere may move, but not to another landlord. */
async function foreignAmong(db: Firestore, propertyId: string, stays: Iterable<Versioned<Reservation>>) {
  const elsewhere = [...stays].filter(({ value }) => value.propertyId && value.propertyId !== propertyId)
  if (elsewhere.length === 0) return new Set<string>()
  const ids = unique([propertyId, ...elsewhere.flatMap(({ value }) => value.propertyId ?? [])])
  const found = await db.getAll(
    ids.filter(isDocumentId).map(id => db.doc(`properties/${id}`)),
    ['landlordId'],
  )
  const landlords = byId(found, one => textIn(one, 'landlordId'))
  const isForeign = (id: string | null) => {
    const landlord = landlords.get(id ?? '')
    return landlord !== undefined && landlord !== landlords.get(propertyId)
  }
  return new Set(elsewhere.flatMap(({ value }) => (isForeign(value.propertyId) && value.bookingId) || []))
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

/** Every stay that could overlap one beginning on one of these days. */
async function staysFrom(db: Queries, propertyId: string, arrivals: readonly string[]) {
  const first = arrivals.toSorted()[0]
  return first === undefined ? [] : staysAfter(db, propertyId, first)
}

const staysAfter = async (db: Queries, propertyId: string, day: string) =>
  (
    await db
      .collection('reservations')
      .where('propertyId', '==', propertyId)
      .where('departure', '>', day)
      .get()
  ).docs

export function bookingChannel(snapshot: DocumentSnapshot): BookingChannel | undefined {
  const data = soundIn(snapshot, channel)
  if (!data) return undefined
  const { propertyId, ota, channelManagerChannelId, status } = data
  return { id: snapshot.id, propertyId, ota, channelManagerChannelId, isActive: status === 'active' }
}

const knownGuests = (snapshots: readonly DocumentSnapshot[]): Map<string, KnownGuest> =>
  new Map(
    [...guestsIn(snapshots)].map(([id, { value, revision }]) => {
      const { name = null, phone = null, email = null, lastChatappAddress, expireAt } = value
      return [id, { id, name, phone, email, lastChatappAddress, expireAt, revision }]
    }),
  )
