import type { GuestStay, Guests, GuestThread, ThreadOfStay } from '../../lib/chat/guest.ts'
import { bookedStay, storedGuest, storedStay } from '../../lib/chat/guest.ts'
import { nearestFirst } from '../../lib/chat/inbound/stay-order.ts'
import { isOfStay } from '../../lib/chat/opening/plan-thread.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { everySpellingOf } from '../../lib/spellings.ts'
import type { DocumentSnapshot, Firestore, Queries } from './client.ts'
import { foundGuest, guestDoc, guestsIn } from './guests.ts'
import { optOuts } from './opt-outs.ts'
import { chunked, foundAmong, named } from './paths.ts'
import { byId, parsed, textIn } from './repository.ts'

/** More guests than ever share one number. */
const maxSenders = 100

export const guests = (db: Firestore, optOutKeys: () => readonly string[]): Guests => ({
  ...optOuts(db, optOutKeys),

  async read(guestIds) {
    return guestsIn(await db.getAll(guestIds.map(id => guestDoc(db, id))))
  },

  async byAddress(addresses) {
    return (await guestsByAddress(await db.queries(), addresses, maxSenders)).map(foundGuest)
  },

  async ofThread(thread) {
    const guest = await guestOfThread(db, thread)
    return guest && foundGuest(guest)
  },

  async staysOf(guestIds) {
    const queries = await db.queries()
    const found = await foundAmong(guestIds, some =>
      queries.collection('reservations').where('guestId', 'in', some),
    )
    return found.flatMap(stayIn)
  },

  async staysOfBooking(bookingId) {
    const queries = await db.queries()
    return (await queries.collection('reservations').where('bookingId', '==', bookingId).get()).docs.flatMap(
      stayIn,
    )
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
        const guestId = textIn(thread, 'guestId')
        return reservation && isOfStay(guestId, reservation) ? [{ threadId: thread.id, reservation }] : []
      })
    }
    return []
  },

  reservation: reservationId => reservationOf(db, reservationId),

  async placesOf(propertyIds) {
    const properties = propertyIds.filter(isDocumentId).map(id => db.doc(`properties/${id}`))
    return byId(await db.getAll(properties, ['name', 'landlordId', 'teamId', 'timeZone']), property =>
      property.exists
        ? {
            name: textIn(property, 'name'),
            landlordId: textIn(property, 'landlordId'),
            teamId: textIn(property, 'teamId'),
            timeZone: textIn(property, 'timeZone'),
          }
        : undefined,
    )
  },

  async stay({ threadId, reservationId, guestId: known }) {
    const reservation = await reservationOf(db, reservationId)
    const { propertyId = null, arrival, departure } = reservation ?? {}
    const guestId = known ?? reservation?.guestId ?? null
    const { own, property } = await db.getEach({
      own: named(guestId, id => guestDoc(db, id)),
      property: named(propertyId, id => db.doc(`properties/${id}`)),
    })
    const found = guestId === null ? await guestSentTo(db, threadId) : own
    return {
      arrival: arrival ?? undefined,
      departure: departure ?? undefined,
      booked: reservation,
      guestId: found?.id,
      guest: parsed(found, storedGuest),
      propertyName: textIn(property, 'name'),
    }
  },

  async authorNames(authorIds) {
    const ids = authorIds.filter(isDocumentId)
    // The user's name wins.
    const documents = [...ids.map(id => guestDoc(db, id)), ...ids.map(id => db.doc(`users/${id}`))]
    const found = await db.getAll(documents, ['displayName', 'name'])
    return byId(found, one => textIn(one, 'displayName') ?? textIn(one, 'name'))
  },

  async landlords(userIds) {
    const documents = userIds.filter(isDocumentId).map(id => db.doc(`accounts/${id}`))
    return (await db.getAll(documents)).flatMap(document => {
      const email = textIn(document, 'email')
      return email ? [{ userId: document.id, name: textIn(document, 'name') ?? '', email }] : []
    })
  },
})

/** Firestore takes thirty values in the three filters together. */
const mostSpellings = 10

export async function guestsByAddress(queries: Queries, addresses: readonly string[], limit: number) {
  const { Filter } = await import('firebase-admin/firestore')
  const wanted = everySpellingOf(addresses).slice(0, mostSpellings)
  const isTheirs = Filter.or(
    Filter.where('phone', 'in', wanted),
    Filter.where('addresses', 'array-contains-any', wanted),
    Filter.where('chatappIds', 'array-contains-any', wanted),
  )
  return (await queries.collection('guests').where(isTheirs).limit(limit).get()).docs
}

function stayIn(document: DocumentSnapshot): GuestStay[] {
  const stay = parsed(document, storedStay)
  return stay?.guestId ? [{ ...stay, reservationId: document.id, guestId: stay.guestId }] : []
}

async function guestOfThread(db: Firestore, { threadId, reservationId, guestId }: ThreadOfStay) {
  const id = guestId ?? (await reservationOf(db, reservationId))?.guestId
  return named(id, known => guestDoc(db, known))?.get() ?? guestSentTo(db, threadId)
}

/** The guest without a reservation whose messages go to this thread. */
export async function guestSentTo(db: Firestore, threadId: string): Promise<DocumentSnapshot | undefined> {
  const queries = await db.queries()
  const found = await queries.collection('guests').where('threadId', '==', threadId).limit(1).get()
  return found.docs[0]
}

const reservationOf = async (db: Firestore, id: string | null | undefined) =>
  parsed(await named(id, known => db.doc(`reservations/${known}`))?.get(), bookedStay)
