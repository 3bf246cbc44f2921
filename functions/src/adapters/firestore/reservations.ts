import { storedProperty } from '../../lib/connection/model.ts'
import type { Commit } from '../../lib/durable/change.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Revision } from '../../lib/ports.ts'
import type {
  BookingCommit,
  BookingProperty,
  Committed,
  HeldPull,
  Pulls,
  Reservations,
} from '../../lib/reservations/ports.ts'
import { type Pull, storedPull } from '../../lib/reservations/pull.ts'
import { type Reservation, storedReservation } from '../../lib/reservations/reservation.ts'
import { bookingChannel, bookingContext, reservationDoc } from './booking-context.ts'
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type WriteBatch,
} from './client.ts'
import { addExtras } from './commit-extras.ts'
import { resolvedCommit } from './failures.ts'
import { guestDoc } from './guests.ts'
import { chunked } from './paths.ts'
import { repository, revisionOf, soundIn, unchanged } from './repository.ts'
import { endOf } from './retention.ts'

/** `guestKey` is the key for ids derived from phone numbers. */
export const reservations = (db: Firestore, guestKey: string): Reservations => ({
  ...pulls(db),
  async channel(channelId) {
    return bookingChannel(await db.doc(`propertyChannels/${channelId}`).get())
  },
  async property(propertyId) {
    return isDocumentId(propertyId)
      ? bookingProperty(await db.doc(`properties/${propertyId}`).get())
      : undefined
  },
  async connected(channelManagerPropertyIds) {
    const queries = await db.queries()
    const found = await Promise.all(
      chunked(channelManagerPropertyIds).map(ids =>
        queries.collection('properties').where('channelManagerId', 'in', ids).get(),
      ),
    )
    const properties = found.flatMap(({ docs }) => docs.flatMap(one => bookingProperty(one) ?? []))
    const live = await liveAmong(db, properties)
    return properties.filter(({ propertyId }) => live.has(propertyId))
  },
  context: (propertyId, entries) => bookingContext(db, guestKey, propertyId, entries),
  commit: (propertyId, held, changes) => commitBooking(db, propertyId, held, changes),
})

function bookingProperty(snapshot: DocumentSnapshot): BookingProperty | undefined {
  const property = soundIn(snapshot, storedProperty.partial())
  const channelManagerPropertyId = property?.channelManagerId
  return channelManagerPropertyId ? { propertyId: snapshot.id, channelManagerPropertyId } : undefined
}

/** A channel being disconnected may still sell until that has succeeded. */
async function liveAmong(db: Firestore, properties: readonly BookingProperty[]): Promise<Set<string>> {
  const propertyIds = properties.map(({ propertyId }) => propertyId)
  const queries = await db.queries()
  const found = await Promise.all(
    chunked(propertyIds).map(ids =>
      queries.collection('propertyChannels').where('propertyId', 'in', ids).get(),
    ),
  )
  const live = found.flatMap(({ docs }) => docs.filter(one => one.get('status') !== 'disconnected'))
  return new Set(live.flatMap(one => bookingChannel(one)?.propertyId ?? []))
}

async function commitBooking(
  db: Firestore,
  propertyId: string,
  { value, revision }: HeldPull,
  { patch, write, extras }: BookingCommit,
): Promise<Commit<Committed>> {
  const { reservations, guest, at } = write
  const batch = db.batch()
  batch.update(pullDocs(db).doc(propertyId), { ...patch }, unchanged(revision))
  const ends = reservations.map(({ value: { departure } }) => (departure === null ? at : new Date(departure)))
  for (const [position, { id, value, previous }] of reservations.entries()) {
    const end = endOf(db, 'reservations', ends[position] ?? at)
    put(batch, reservationDoc(db, id), { ...stayFields(value, at, previous), ...end }, previous)
  }
  if (guest) {
    const { id, fields, previous, expireAt } = guest
    const { expireAt: end } = endOf(db, 'guests', new Date(Math.max(at.getTime(), ...ends.map(Number))))
    const isLater = end && (!expireAt || end > expireAt)
    put(batch, guestDoc(db, id), { ...fields, ...(isLater && { expireAt: end }) }, previous)
  }
  addExtras(db, batch, extras)
  const commit = batch.commit()
  const ended = await resolvedCommit(commit)
  if (ended === 'unresolved') return ended
  // In the order of the writes; a write without changes keeps the earlier time.
  const revisions = (await commit).slice(1).map(({ writeTime }) => revisionOf(writeTime))
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

function put(batch: WriteBatch, document: DocumentReference, fields: object, previous?: Revision): void {
  if (previous === undefined) batch.create(document, { ...fields })
  else batch.update(document, { ...fields }, unchanged(previous))
}

/** The fields a pull writes; the others stay. */
function stayFields(value: Reservation, at: Date, previous: Revision | undefined): object {
  return {
    ...storedReservation.strip().parse(value),
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
      const document = stored.doc(propertyId)
      const write = previous ? document.update({ ...pull }, unchanged(previous)) : document.create(pull)
      return held(pull, await resolvedCommit(write))
    },

    async changePull(propertyId, { value, revision }, patch, extras = {}) {
      const batch = db.batch()
      const due = patch.dueAt === null ? { dueAt: FieldValue.delete() } : {}
      batch.update(stored.doc(propertyId), { ...patch, ...due }, unchanged(revision))
      addExtras(db, batch, extras)
      return held({ ...value, ...patch }, await resolvedCommit(batch.commit()))
    },
  }
}

/** The pull after its holder's write. */
const held = (value: Pull, ended: Commit<HeldPull['revision']>): Commit<HeldPull> =>
  ended === 'unresolved' ? ended : { result: { value, revision: ended.result } }
