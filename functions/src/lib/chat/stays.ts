import { properties } from '../company.ts'
import { textAt } from '../documents.ts'
import { forAnybody, namedFacts } from '../fact-names.ts'
import type { StoredStay } from '../guest.ts'
import { factsOf } from '../property-facts.ts'
import type { Store, StoredDocument } from '../store.ts'
import {
  type GuestStay,
  type GuestWithId,
  guestSentTo,
  guests,
  guestWithId,
  type Place,
  reservations,
  type Stay,
  storedGuest,
  type ThreadOfStay,
} from './guest.ts'

export const reservationOf = async (store: Store, id: string | null | undefined) =>
  (await store.get({ reservation: reservations.named(id) })).reservation?.value

export const staysOf = async (store: Store, guestIds: readonly string[]): Promise<GuestStay[]> =>
  guestStays(await store.find(reservations.where('guestId', 'in', guestIds)))

export const guestStays = (documents: readonly StoredDocument<StoredStay>[]): GuestStay[] =>
  documents.flatMap(({ id, value }) =>
    value.guestId ? [{ ...value, reservationId: id, guestId: value.guestId }] : [],
  )

/** At most two round trips. */
export async function guestOfThread(
  store: Store,
  { threadId, reservationId, guestId }: ThreadOfStay,
): Promise<GuestWithId | undefined> {
  const place = guests.named(guestId ?? (await reservationOf(store, reservationId))?.guestId)
  if (!place) return (await store.find(guestSentTo(threadId))).map(guestWithId)[0]
  const { guest } = await store.get({ guest: place })
  // A guest without a document is unknown.
  return { guestId: place.id, guest: guest?.value ?? storedGuest.parse({}) }
}

/** Two round trips; one without a reservation. */
export async function stayOfThread(
  store: Store,
  { threadId, reservationId, propertyId, guestId: threadGuestId }: ThreadOfStay,
): Promise<Stay> {
  const booked = await reservationOf(store, reservationId)
  const guestId = threadGuestId ?? booked?.guestId ?? null
  const place = guests.named(guestId)
  const { own, property } = await store.get({
    own: place,
    property: properties.named(booked ? booked.propertyId : propertyId),
  })
  const [sentTo] = guestId === null ? await store.find(guestSentTo(threadId)) : []
  const facts = namedFacts(factsOf(property))
  return {
    arrival: booked?.arrival ?? undefined,
    departure: booked?.departure ?? undefined,
    booked,
    guestId: place?.id ?? sentTo?.id,
    guest: (own ?? sentTo)?.value,
    propertyName: textAt(property, 'name'),
    facts: booked && booked.status !== 'cancelled' ? facts : forAnybody(facts),
  }
}

export async function placesOf(store: Store, propertyIds: readonly string[]): Promise<Map<string, Place>> {
  const documents = await store.readAll(propertyIds.flatMap(id => properties.named(id) ?? []))
  return new Map(
    documents.map(property => [
      property.id,
      {
        name: textAt(property, 'name'),
        landlordId: textAt(property, 'landlordId'),
        teamId: textAt(property, 'teamId'),
        timeZone: textAt(property, 'timeZone'),
      },
    ]),
  )
}
