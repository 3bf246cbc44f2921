import type { GuestStay, Guests, GuestThread, ThreadOfStay } from '../../lib/chat/guest.ts'
import { storedGuest, storedStay } from '../../lib/chat/guest.ts'
import { nearestFirst } from '../../lib/chat/inbound/stay-order.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { DocumentSnapshot, Firestore } from './client.ts'
import { foundGuest, guestDoc, guestsIn } from './guests.ts'
import { optOuts } from './opt-outs.ts'
import { chunked } from './paths.ts'
import { parsed, textIn } from './repository.ts'

/** More guests than ever share one number. */
const maxSenders = 100

export const guests = (db: Firestore, optOutKeys: () => readonly string[]): Guests => ({
  ...optOuts(db, optOutKeys),

  async read(guestIds) {
    return guestsIn(guestIds.length > 0 ? await db.getAll(guestIds.map(id => guestDoc(db, id))) : [])
  },

  async byAddress(addresses) {
    const [{ Filter }, queries] = await Promise.all([import('firebase-admin/firestore'), db.queries()])
    const isTheirs = Filter.or(
      Filter.where('phone', 'in', [...addresses]),
      Filter.where('addresses', 'array-contains-any', [...addresses]),
      Filter.where('chatappIds', 'array-contains-any', [...addresses]),
    )
    const found = await queries.collection('guests').where(isTheirs).limit(maxSenders).get()
    return found.docs.map(foundGuest)
  },

  async ofThread(thread) {
    const guest = await guestOfThread(db, thread)
    return guest && foundGuest(guest)
  },

  async staysOf(guestIds) {
    const queries = await db.queries()
    const found = await Promise.all(
      chunked(guestIds).map(some => queries.collection('reservations').where('guestId', 'in', some).get()),
    )
    return found.flatMap(({ docs }) => docs).flatMap(stayIn)
  },

  async threadsOf(stays, now) {
    const known = new Map(stays.map(stay => [stay.reservationId, stay]))
    const ids = stays.toSorted(nearestFirst(now)).map(({ reservationId }) => reservationId)
    for (const nearest of chunked(ids)) {
      const queries = await db.queries()
      const threads = await queries.collection('threads').where('reservationId', 'in', nearest).get()
      if (threads.empty) continue
      return threads.docs.flatMap((thread): GuestThread[] => {
        const reservation = known.get(String(thread.get('reservationId')))
        return reservation ? [{ threadId: thread.id, reservation }] : []
      })
    }
    return []
  },

  async landlordsOf(propertyIds) {
    const properties = propertyIds.filter(isDocumentId).map(id => db.doc(`properties/${id}`))
    if (properties.length === 0) return new Map()
    const found = await db.getAll(properties, ['landlordId'])
    return new Map(
      found.flatMap(property => {
        const landlordId = textIn(property, 'landlordId')
        return landlordId === undefined ? [] : [[property.id, landlordId]]
      }),
    )
  },

  async stay({ threadId, reservationId }) {
    const reservation = await reservationOf(db, reservationId)
    const { guestId = null, propertyId = null, arrival, departure } = reservation ?? {}
    const found = await documentsOf(db, { guests: guestId, properties: propertyId })
    const guest = guestId === null ? await guestSentTo(db, threadId) : found.get('guests')
    return {
      arrival: arrival ?? undefined,
      departure: departure ?? undefined,
      guest: guest && parsed(guest, storedGuest),
      propertyName: textIn(found.get('properties'), 'name'),
    }
  },

  async authorNames(authorIds) {
    const users = authorIds.filter(isDocumentId).map(id => db.doc(`users/${id}`))
    if (users.length === 0) return new Map()
    const known = users.map(({ id }) => guestDoc(db, id))
    // Only these fields are fetched.
    const found = await db.getAll([...known, ...users], ['displayName', 'name'])
    // The user's name wins.
    return new Map(found.flatMap(namesIn))
  },

  async landlords(userIds) {
    const documents = userIds.filter(isDocumentId).map(id => db.doc(`accounts/${id}`))
    if (documents.length === 0) return []
    return (await db.getAll(documents)).flatMap(document => {
      const email = textIn(document, 'email')
      return email ? [{ userId: document.id, name: textIn(document, 'name') ?? '', email }] : []
    })
  },
})

function stayIn(document: DocumentSnapshot): GuestStay[] {
  const stay = parsed(document, storedStay)
  return stay?.guestId ? [{ ...stay, reservationId: document.id, guestId: stay.guestId }] : []
}

function namesIn(document: DocumentSnapshot): [string, string][] {
  const called = textIn(document, 'displayName') ?? textIn(document, 'name')
  return called === undefined ? [] : [[document.id, called]]
}

async function guestOfThread(db: Firestore, { threadId, reservationId, guestId }: ThreadOfStay) {
  const id = guestId ?? (await reservationOf(db, reservationId))?.guestId
  return id && isDocumentId(id) ? guestDoc(db, id).get() : guestSentTo(db, threadId)
}

/** The guest without a reservation whose messages go to this thread. */
async function guestSentTo(db: Firestore, threadId: string): Promise<DocumentSnapshot | undefined> {
  const queries = await db.queries()
  const found = await queries.collection('guests').where('threadId', '==', threadId).limit(1).get()
  return found.docs[0]
}

async function reservationOf(db: Firestore, id: string | null | undefined) {
  if (!id || !isDocumentId(id)) return undefined
  return parsed(await db.doc(`reservations/${id}`).get(), storedStay)
}

/** One round trip for the valid ids, none without any. */
async function documentsOf(db: Firestore, ids: Record<string, string | null>) {
  const wanted = Object.entries(ids).filter(([, id]) => id !== null && isDocumentId(id))
  const documents = wanted.map(([collection, id]) => db.doc(`${collection}/${id}`))
  const snapshots = documents.length > 0 ? await db.getAll(documents) : []
  return new Map(snapshots.map(snapshot => [snapshot.ref.path.split('/')[0], snapshot]))
}
