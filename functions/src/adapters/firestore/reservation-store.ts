import type { DocumentReference, DocumentSnapshot, Firestore, WriteBatch } from 'firebase-admin/firestore'
import { storedProperty } from '../../lib/connection/model.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { NewItem } from '../../lib/items/item.ts'
import type { Revision } from '../../lib/ports.ts'
import type {
  BookingProperty,
  BookingWrite,
  Committed,
  HeldPull,
  PullPatch,
  ReservationStore,
} from '../../lib/reservations/ports.ts'
import type { Reservation } from '../../lib/reservations/reservation.ts'
import { bookingChannel, bookingContext, reservationDoc } from './booking-context.ts'
import { settled } from './failures.ts'
import { guestDoc } from './guests.ts'
import { itemDoc, openItem } from './items.ts'
import { chunked } from './paths.ts'
import { changed, pullDoc } from './reservation-pulls.ts'
import { defined, plain, revisionOf, unchanged } from './values.ts'

/** `guestKey` keys the ids of guests that are known by their number. */
export const reservationStore = (db: Firestore, guestKey: string): ReservationStore => ({
  async channel(channelId) {
    return bookingChannel(await db.doc(`propertyChannels/${channelId}`).get())
  },
  async property(propertyId) {
    return isDocumentId(propertyId)
      ? bookingProperty(await db.doc(`properties/${propertyId}`).get())
      : undefined
  },
  async connected(channelManagerPropertyIds) {
    const found = await Promise.all(
      chunked(channelManagerPropertyIds).map(ids =>
        db.collection('properties').where('channelManagerId', 'in', ids).get(),
      ),
    )
    const properties = found.flatMap(({ docs }) => docs.flatMap(one => bookingProperty(one) ?? []))
    const live = await liveAmong(
      db,
      properties.map(({ propertyId }) => propertyId),
    )
    return properties.filter(({ propertyId }) => live.has(propertyId))
  },
  context: (propertyId, entries) => bookingContext(db, guestKey, propertyId, entries),
  commit: (propertyId, held, patch, write) => commitBooking(db, propertyId, held, patch, write),
  async openItem(item) {
    const document = itemDoc(db, item.id)
    if ((await document.get()).exists) return
    if (!(await settled(document.create(openItem(item)))) && !(await document.get()).exists)
      throw new Error('an item could not be opened')
  },
})

function bookingProperty(snapshot: DocumentSnapshot): BookingProperty | undefined {
  const property = storedProperty.partial().safeParse(plain(snapshot.data() ?? {})).data
  const channelManagerPropertyId = property?.channelManagerId
  return channelManagerPropertyId ? { propertyId: snapshot.id, channelManagerPropertyId } : undefined
}

/** One that is being disconnected may be on sale until that has worked. */
async function liveAmong(db: Firestore, propertyIds: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(
    chunked(propertyIds).map(ids => db.collection('propertyChannels').where('propertyId', 'in', ids).get()),
  )
  const live = found.flatMap(({ docs }) => docs.filter(one => one.get('status') !== 'disconnected'))
  return new Set(live.flatMap(one => bookingChannel(one)?.propertyId ?? []))
}

async function commitBooking(
  db: Firestore,
  propertyId: string,
  held: HeldPull,
  patch: PullPatch,
  write: BookingWrite,
): Promise<Committed | undefined> {
  const batch = db.batch()
  batch.update(pullDoc(db, propertyId), { ...patch }, unchanged(held.revision))
  for (const { id, value, previous } of write.reservations)
    put(batch, reservationDoc(db, id), stayFields(value, write.at, previous), previous)
  const { guest } = write
  if (guest) put(batch, guestDoc(db, guest.id), guest.fields, guest.previous)
  for (const item of write.opened) batch.set(itemDoc(db, item.id), openItem(item))
  await settleItems(db, batch, write)
  const commit = batch.commit()
  if (!(await settled(commit))) return undefined
  // In the order of the writes; one that changed nothing has the time of the last that did.
  const times = (await commit).map(({ writeTime }) => writeTime)
  const [pullTime, ...rest] = times
  const revisions = rest.map(revisionOf)
  return {
    pull: changed(held, patch, pullTime),
    reservations: new Map(write.reservations.flatMap(({ id }, position) => pair(id, revisions[position]))),
    guest: guest && revisions[write.reservations.length],
  }
}

const pair = (id: string, revision: Revision | undefined): [string, Revision][] =>
  revision === undefined ? [] : [[id, revision]]

function put(
  batch: WriteBatch,
  document: DocumentReference,
  fields: object,
  previous: Revision | undefined,
): void {
  if (previous === undefined) batch.create(document, fields)
  else batch.update(document, { ...fields }, unchanged(previous))
}

/** What a pull writes of a reservation; whatever else others keep there stays. */
function stayFields(value: Reservation, at: Date, previous: Revision | undefined): object {
  const { guestId, propertyId, arrival, departure, status, ota, code, bookingId, channelId } = value
  const { roomId, ratePlanId, amount, currency, revision, revisions, overlaps } = value
  return {
    ...{ guestId, propertyId, arrival, departure, status, ota, code, bookingId, channelId },
    ...{ roomId, ratePlanId, amount, currency, revision, revisions, overlaps },
    ...(previous === undefined && { createdAt: at }),
    updatedAt: at,
  }
}

/** Items that a person has closed stay closed. */
async function settleItems(
  db: Firestore,
  batch: WriteBatch,
  { amended, resolved, at }: BookingWrite,
): Promise<void> {
  const changes = new Map<string, object>([
    ...amended.map((item): [string, object] => [item.id, wordsOf(item)]),
    ...resolved.map((id): [string, object] => [
      id,
      { status: 'resolved', resolvedAt: at, resolvedBy: 'system' },
    ]),
  ])
  if (changes.size === 0) return
  const items = await db.getAll(...[...changes.keys()].map(id => itemDoc(db, id)))
  for (const { id, ref, exists, updateTime, data } of items.map(read)) {
    const change = changes.get(id)
    if (!exists || !updateTime || data?.status !== 'open' || !change) continue
    batch.update(ref, { ...change }, { lastUpdateTime: updateTime })
  }
}

const read = (snapshot: DocumentSnapshot) => ({
  id: snapshot.id,
  ref: snapshot.ref,
  exists: snapshot.exists,
  updateTime: snapshot.updateTime,
  data: snapshot.data(),
})

const wordsOf = ({ detail, nextAction }: NewItem): object => defined({ detail, nextAction })
