import { storedProperty } from '../../lib/connection/model.ts'
import type { Commit } from '../../lib/durable/change.ts'
import { emailKey, reservationKeys } from '../../lib/finding-keys.ts'
import type { Revision } from '../../lib/ports.ts'
import type {
  BookingCommit,
  BookingProperty,
  Committed,
  GuestWrite,
  HeldPull,
  Pulls,
  Reservations,
} from '../../lib/reservations/ports.ts'
import { type Pull, storedPull } from '../../lib/reservations/pull.ts'
import { type Reservation, storedReservation } from '../../lib/reservations/reservation.ts'
import { bookingChannel, bookingContext, reservationDocs } from './booking-context.ts'
import { type DocumentSnapshot, FieldValue, type Firestore, type Write } from './client.ts'
import { commit, extraWrites } from './commit-extras.ts'
import { resolvedCommit } from './failures.ts'
import { guestDoc } from './guests.ts'
import { foundAmong, named } from './paths.ts'
import { put, repository, revisionOf, soundIn, update, without } from './repository.ts'
import { endOf } from './retention.ts'

/** `guestKey` is the key for ids derived from phone numbers. */
export const reservations = (db: Firestore, guestKey: string): Reservations => ({
  ...pulls(db),
  async channel(channelId) {
    return bookingChannel(await db.doc(`propertyChannels/${channelId}`).get())
  },
  async property(propertyId) {
    return bookingProperty(await named(propertyId, id => db.doc(`properties/${id}`))?.get())
  },
  async connected(channelManagerPropertyIds) {
    const queries = await db.queries()
    const found = await foundAmong(channelManagerPropertyIds, ids =>
      queries.collection('properties').where('channelManagerId', 'in', ids),
    )
    const properties = found.flatMap(one => bookingProperty(one) ?? [])
    const propertyIds = properties.map(({ propertyId }) => propertyId)
    const channels = await foundAmong(propertyIds, ids =>
      queries.collection('propertyChannels').where('propertyId', 'in', ids),
    )
    // A channel being disconnected may still sell until that has succeeded.
    const live = channels.filter(one => one.get('status') !== 'disconnected')
    const sold = new Set(live.map(one => bookingChannel(one)?.propertyId))
    return properties.filter(({ propertyId }) => sold.has(propertyId))
  },
  async isStored(bookingId, revisionId) {
    const first = await named(`${bookingId}_1`, id => reservationDocs(db).doc(id))?.get()
    return reservationDocs(db).sound(first)?.value.revisions.includes(revisionId) === true
  },
  context: (propertyId, entries) => bookingContext(db, guestKey, propertyId, entries),
  commit: (propertyId, held, changes) => commitBooking(db, propertyId, held, changes),
})

function bookingProperty(snapshot: DocumentSnapshot | undefined): BookingProperty | undefined {
  const channelManagerPropertyId = soundIn(snapshot, storedProperty.partial())?.channelManagerId
  return snapshot && channelManagerPropertyId
    ? { propertyId: snapshot.id, channelManagerPropertyId }
    : undefined
}

async function commitBooking(
  db: Firestore,
  propertyId: string,
  { value, revision }: HeldPull,
  { patch, write, extras }: BookingCommit,
): Promise<Commit<Committed>> {
  const { reservations, guest, left, at } = write
  const ends = reservations.map(({ value: { departure } }) => (departure === null ? at : new Date(departure)))
  const stays = reservations.map(({ id, value, previous }, position) => {
    const end = endOf(db, 'reservations', ends[position] ?? at)
    return put(reservationDocs(db).doc(id), { ...stayFields(value, at, previous), ...end }, previous)
  })
  const last = new Date(Math.max(at.getTime(), ...ends.map(Number)))
  const times = db.commit([
    update(pullDocs(db).doc(propertyId), patch, revision),
    ...stays,
    ...(guest ? [guestWrite(db, guest, last)] : []),
    ...(left ? [update(guestDoc(db, left.id), { sameAs: left.sameAs }, left.previous)] : []),
    ...extraWrites(db, extras),
  ])
  const ended = await resolvedCommit(times)
  if (ended === 'unresolved') return ended
  // In the order of the writes; a write without changes keeps the earlier time.
  const revisions = (await times).slice(1).map(revisionOf)
  return {
    result: {
      pull: { value: { ...value, ...patch }, revision: ended.result },
      reservations: new Map(reservations.flatMap(({ id }, position) => pair(id, revisions[position]))),
      guest: guest && revisions[reservations.length],
    },
  }
}

const pair = (id: string, revision: Revision | undefined): [string, Revision][] =>
  revision === undefined ? [] : [[id, revision]]

function guestWrite(
  db: Firestore,
  { id, fields, forgotten, formerPhone, previous, expireAt }: GuestWrite,
  last: Date,
): Write {
  const { expireAt: end } = endOf(db, 'guests', last)
  const isLater = end && (!expireAt || end > expireAt)
  const key = fields.email === undefined ? {} : { emailKey: emailKey(fields.email) }
  const former = formerPhone !== undefined && { formerPhones: FieldValue.arrayUnion(formerPhone) }
  const changes = { ...fields, ...key, ...former, ...without(forgotten), ...(isLater && { expireAt: end }) }
  return put(guestDoc(db, id), changes, previous)
}

/** The fields a pull writes; the others stay. */
function stayFields(value: Reservation, at: Date, previous: Revision | undefined): object {
  return {
    ...storedReservation.strip().parse(value),
    numberKeys: reservationKeys(value),
    ...(previous === undefined && { createdAt: at }),
    updatedAt: at,
  }
}

export const pullDocs = (db: Firestore) =>
  repository(db, { path: (propertyId: string) => `reservationPulls/${propertyId}`, schema: storedPull })

export function pulls(db: Firestore): Pulls {
  const stored = pullDocs(db)
  return {
    pull: stored.read,

    async claimPull(propertyId, pull, previous) {
      return held(pull, await commit(db, [put(stored.doc(propertyId), pull, previous)]))
    },

    async changePull(propertyId, { value, revision }, patch, extras) {
      const fields = { ...patch, ...(patch.dueAt === null && without(['dueAt'])) }
      const ended = await commit(db, [update(stored.doc(propertyId), fields, revision)], extras)
      return held({ ...value, ...patch }, ended)
    },
  }
}

/** The pull after its holder's write. */
const held = (value: Pull, ended: Commit<HeldPull['revision']>): Commit<HeldPull> =>
  ended === 'unresolved' ? ended : { result: { value, revision: ended.result } }
