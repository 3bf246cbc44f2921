import * as z from 'zod'
import { threads } from '../chat/thread-writes.ts'
import { properties } from '../company.ts'
import { waitingFor } from '../connection/patience.ts'
import { textAt } from '../documents.ts'
import { optional, textOrNull, timeOrNull } from '../shapes.ts'
import { collection, type Store, type StoredDocument } from '../store.ts'

const [most, mostStays] = [100, 30]

const text = z.string().catch('')
const channels = collection(
  'propertyChannels/{channelId}',
  z.looseObject({ propertyId: z.string(), ota: z.string(), status: text, hotelId: text }),
).sound
const requests = collection(
  'connectionRequests/{requestId}',
  z.looseObject({
    propertyId: z.string(),
    ota: z.string(),
    /** `pending`, `completed`, `rejected`. */
    status: text,
    createdAt: timeOrNull,
    rejection: optional(z.looseObject({ code: z.string() })),
    waitingFor: optional(waitingFor),
  }),
).sound
/** Days are YYYY-MM-DD. */
const stays = collection(
  'reservations/{reservationId}',
  z.looseObject({
    propertyId: z.string(),
    arrival: z.string(),
    departure: z.string(),
    status: textOrNull,
    ota: textOrNull,
  }),
).sound
/** `amount` in minor units. */
const invoices = collection(
  'invoices/{invoiceId}',
  z.looseObject({ amount: z.number(), currency: z.string(), status: text }),
).sound

type Finding = Store

export type LandlordProperty = Awaited<ReturnType<typeof propertiesOf>>[number]

/** 100 at most, with 30 coming stays each. Two round trips. */
export async function propertiesOf(store: Finding, landlordId: string, from: string) {
  const own = await store.find(properties.where('landlordId', '==', landlordId).limit(most))
  const ids = own.map(({ id }) => id)
  const [channelsOf, requestsOf, staysOf] = await Promise.all([
    store.find(channels.where('propertyId', 'in', ids)).then(byProperty),
    store.find(requests.where('propertyId', 'in', ids)).then(byProperty),
    Promise.all(ids.map(id => comingStays(store, id, from))),
  ])
  return own.map((property, at) => ({
    propertyId: property.id,
    name: textAt(property, 'name') ?? property.id,
    channels: (channelsOf.get(property.id) ?? []).map(({ id, value: { ota, status, hotelId } }) => ({
      channelId: id,
      ota,
      status,
      hotelId,
    })),
    requests: (requestsOf.get(property.id) ?? []).map(({ id, value }) => ({
      requestId: id,
      ota: value.ota,
      status: value.status,
      createdAt: value.createdAt,
      rejectedFor: value.rejection?.code ?? null,
      /** The request waits for acceptance; we retry. */
      isLeftToUs: value.waitingFor !== undefined,
    })),
    stays: staysOf[at] ?? [],
  }))
}

const byProperty = <T extends { propertyId: string }>(documents: readonly StoredDocument<T>[]) =>
  Map.groupBy(documents, ({ value }) => value.propertyId)

async function comingStays(store: Finding, propertyId: string, from: string) {
  const coming = stays
    .where('propertyId', '==', propertyId)
    .where('departure', '>=', from)
    .orderBy('departure')
  return (await store.find(coming.limit(mostStays))).map(
    ({ id, value: { arrival, departure, status, ota } }) => ({
      reservationId: id,
      arrival,
      departure,
      status,
      ota,
    }),
  )
}

export async function invoicesOf(store: Finding, landlordId: string) {
  const documents = await store.find(invoices.where('landlordId', '==', landlordId).limit(most))
  return documents.map(({ id, value: { amount, currency, status } }) => ({
    invoiceId: id,
    amount,
    currency,
    status,
  }))
}

export const threadsOf = (store: Finding, userId: string) =>
  store.find(
    threads.sound.where('participantIds', 'array-contains', userId).orderBy('updatedAt', 'desc').limit(most),
  )
