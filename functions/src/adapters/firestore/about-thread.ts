import { mostStays } from '../../lib/chat/desk/about-thread.ts'
import type { AboutGuest, AboutProperty, AboutStay, Desk } from '../../lib/chat/desk/ports.ts'
import { storedGuest } from '../../lib/chat/guest.ts'
import { storedProperty } from '../../lib/connection/model.ts'
import { type Reservation, storedReservation } from '../../lib/reservations/reservation.ts'
import type { DocumentSnapshot, Firestore } from './client.ts'
import { guestSentTo } from './guest-queries.ts'
import { guestDoc } from './guests.ts'
import { named } from './paths.ts'
import { soundIn, textIn } from './repository.ts'

/** What is known of a thread's guest, stay and property: of the documents it names, and of those that these name. */
export async function aboutThread(
  db: Firestore,
  { threadId, reservationId, guestId, propertyId }: Parameters<Desk['about']>[0],
): ReturnType<Desk['about']> {
  const guestOf = (id: string | null | undefined) => named(id, known => guestDoc(db, known))
  const propertyOf = (id: string | null | undefined) => named(id, known => db.doc(`properties/${known}`))
  const first = await db.getEach({
    reservation: named(reservationId, id => db.doc(`reservations/${id}`)),
    guest: guestOf(guestId),
    property: propertyOf(propertyId),
  })
  const stay = stayIn(first.reservation)
  const then = await db.getEach({
    guest: first.guest ? undefined : guestOf(stay?.guestId),
    property: first.property ? undefined : propertyOf(stay?.propertyId),
  })
  const guest = first.guest ?? then.guest ?? (await guestSentTo(db, threadId))
  return {
    guest: guestIn(guest),
    stay: stay ? shown(stay) : null,
    otherStays: await otherStays(db, guest?.id, reservationId),
    property: propertyIn(first.property ?? then.property),
  }
}

function guestIn(snapshot: DocumentSnapshot | undefined): AboutGuest | null {
  const guest = soundIn(snapshot, storedGuest)
  if (!snapshot || !guest) return null
  const { name = null, phone = null, email = null } = guest
  const optedOut = Object.entries(guest.optedOut).flatMap(([channel, since]) =>
    since instanceof Date ? [[channel, since] as const] : [],
  )
  return { guestId: snapshot.id, name, phone, email, optedOut: Object.fromEntries(optedOut) }
}

type Stored = Reservation & { id: string }

function stayIn(snapshot: DocumentSnapshot | undefined): Stored | undefined {
  const stay = soundIn(snapshot, storedReservation)
  return snapshot && stay && { ...stay, id: snapshot.id }
}

const shown = ({ id, propertyId, arrival, departure, ...stay }: Stored): AboutStay => ({
  ...{ reservationId: id, propertyId, arrival, departure, status: stay.status },
  ...Object.fromEntries(optionalFields.flatMap(name => (stay[name] === null ? [] : [[name, stay[name]]]))),
})

const optionalFields = [
  'party',
  'amount',
  'currency',
  'ota',
  'otaBookingNumber',
  'leadGuest',
  'notes',
  'arrivalTime',
] as const

async function otherStays(
  db: Firestore,
  guestId: string | undefined,
  reservationId: string | null | undefined,
): Promise<AboutStay[]> {
  if (guestId === undefined) return []
  const { docs } = await (await db.queries())
    .collection('reservations')
    .where('guestId', '==', guestId)
    .orderBy('arrival', 'desc')
    .limit(mostStays + 1)
    .get()
  return docs
    .filter(({ id }) => id !== reservationId)
    .flatMap(document => stayIn(document) ?? [])
    .slice(0, mostStays)
    .map(shown)
}

function propertyIn(snapshot: DocumentSnapshot | undefined): AboutProperty | null {
  const property = soundIn(snapshot, storedProperty)
  if (!snapshot || !property) return null
  const { name, landlordId = null } = property
  return { propertyId: snapshot.id, name, timeZone: textIn(snapshot, 'timeZone') ?? null, landlordId }
}
