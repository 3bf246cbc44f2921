import * as z from 'zod'
import type { Needs } from '../../context.ts'
import type { LeadGuest } from '../../guest.ts'
import { type Facts, facts, storedFacts } from '../../property-facts.ts'
import { type Reservation, storedReservation } from '../../reservations/reservation.ts'
import { collection, type Store, type StoredDocument } from '../../store.ts'
import { type Guest, guestSentTo, guests } from '../guest.ts'
import { threadNotFound, threads } from '../thread-writes.ts'

const mostStays = 20

const text = z.string().nullable()

const contact = { name: text, phone: text, email: text }

export const aboutGuest = z
  .object({
    guestId: z.string(),
    ...contact,
    language: text,
    note: text,
    optedOut: z.record(z.string(), z.date()).meta({ description: 'Since when, by channel.' }),
  })
  .meta({ id: 'AboutGuest' })
export type AboutGuest = z.infer<typeof aboutGuest>

/** Days are YYYY-MM-DD, money is in minor units; missing fields are absent. */
interface AboutStay {
  reservationId: string
  propertyId: string | null
  arrival: string | null
  departure: string | null
  status?: string | undefined
  /** A company's own reservation may have only a number. */
  party?: NonNullable<Reservation['party']> | undefined
  amount?: number | undefined
  currency?: string | undefined
  ota?: string | undefined
  otaBookingNumber?: string | undefined
  /** From the booking: the guest may have another name, others the same number. */
  leadGuest?: LeadGuest | undefined
  notes?: string | undefined
  arrivalTime?: string | undefined
}

interface AboutProperty {
  propertyId: string
  name: string
  timeZone: string | null
  landlordId: string | null
  facts: Facts
}

const day = z.string().nullable().meta({ description: 'A day, YYYY-MM-DD.' })

const stay = z
  .object({
    reservationId: z.string(),
    propertyId: z.string().nullable(),
    arrival: day,
    departure: day,
    status: z.string().optional(),
    party: z
      .union([z.number(), z.object({ adults: z.number(), children: z.number(), infants: z.number() })])
      .optional()
      .meta({ description: 'Adults, children and infants, or only the number of guests.' }),
    amount: z.number().optional().meta({ description: 'In minor units of `currency`.' }),
    currency: z.string().optional(),
    ota: z.string().optional(),
    otaBookingNumber: z.string().optional(),
    leadGuest: z.object(contact).optional().meta({
      description: "The booking's own guest. Several bookings may share a guest's number.",
    }),
    notes: z.string().optional().meta({ description: "The guest's wishes, from the OTA." }),
    arrivalTime: z.string().optional(),
  })
  .meta({ id: 'Stay', description: 'A value that is not stored is absent.' })

export const threadSurroundings = z
  .object({
    guest: aboutGuest.nullable(),
    stay: stay.nullable(),
    otherStays: z
      .array(stay)
      .meta({ description: `Of the same guest, the latest arrival first; ${mostStays} at most.` }),
    property: z
      .object({ propertyId: z.string(), name: z.string(), timeZone: text, landlordId: text, facts })
      .nullable(),
  })
  .meta({ id: 'AboutThread' })
export type AboutThread = z.infer<typeof threadSurroundings>

const stays = collection('reservations/{reservationId}', storedReservation).sound

const storedProperty = z.looseObject({
  name: z.string(),
  landlordId: z.string().nullish(),
  timeZone: z.string().nullish().catch(null),
  facts: storedFacts,
})
const properties = collection('properties/{propertyId}', storedProperty).sound

/** Four round trips, more if the thread names only its reservation. Throws `thread-not-found`. */
export async function aboutThread({ store }: Needs<'store'>, threadId: string): Promise<AboutThread> {
  const thread = await store.read(threads.at(threadId))
  if (!thread) throw threadNotFound(threadId)
  const { guestId, reservationId, propertyId } = thread.value
  const [guestAt, propertyAt] = [guests.named(guestId), properties.named(propertyId)]
  const first = await store.get({
    stay: stays.named(reservationId),
    guest: guestAt,
    property: propertyAt,
  })
  const ofStay = first.stay?.value
  const guestOfStay = guestAt ? undefined : guests.named(ofStay?.guestId)
  const then = await store.get({
    guest: guestOfStay,
    property: propertyAt ? undefined : properties.named(ofStay?.propertyId),
  })
  const [sentTo] = guestAt || guestOfStay ? [] : await store.find(guestSentTo(threadId))
  const guest = first.guest ?? then.guest ?? sentTo
  const property = first.property ?? then.property
  return {
    guest: guest ? shownGuest(guest) : null,
    stay: first.stay ? shown(first.stay) : null,
    otherStays: await otherStays(store, (guestAt ?? guestOfStay ?? sentTo)?.id, reservationId),
    property: property ? shownProperty(property) : null,
  }
}

export function shownGuest({ id, value }: Pick<StoredDocument<Guest>, 'id' | 'value'>): AboutGuest {
  const { name = null, phone = null, email = null, language = null, note = null } = value
  const optedOut = Object.entries(value.optedOut).flatMap(([channel, since]) =>
    since instanceof Date ? [[channel, since] as const] : [],
  )
  return { guestId: id, name, phone, email, language, note, optedOut: Object.fromEntries(optedOut) }
}

const shown = ({ id, value }: StoredDocument<Reservation>): AboutStay => ({
  reservationId: id,
  propertyId: value.propertyId,
  arrival: value.arrival,
  departure: value.departure,
  status: value.status,
  ...Object.fromEntries(optionalFields.flatMap(name => (value[name] === null ? [] : [[name, value[name]]]))),
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
  store: Store,
  guestId: string | undefined,
  reservationId: string | null | undefined,
): Promise<AboutStay[]> {
  if (guestId === undefined) return []
  const documents = await store.find(
    stays
      .where('guestId', '==', guestId)
      .orderBy('arrival', 'desc')
      .limit(mostStays + 1),
  )
  return documents
    .filter(({ id }) => id !== reservationId)
    .slice(0, mostStays)
    .map(shown)
}

const shownProperty = ({ id, value }: StoredDocument<z.infer<typeof storedProperty>>): AboutProperty => ({
  propertyId: id,
  name: value.name,
  timeZone: value.timeZone || null,
  landlordId: value.landlordId ?? null,
  facts: value.facts,
})
