import * as z from 'zod'
import { storedThread } from '../../lib/chat/thread.ts'
import { waitingFor } from '../../lib/connection/requests/waiting.ts'
import type { Landlords } from '../../lib/landlord/ports.ts'
import { optional, textOrNull, timeOrNull } from '../../lib/shapes.ts'
import type { DocumentSnapshot, Firestore, Queries } from './client.ts'
import { foundAmong } from './paths.ts'
import { byId, soundIn, textIn, withIds } from './repository.ts'

const [most, mostStays] = [100, 30]

const text = z.string().catch('')
const channel = z.looseObject({ propertyId: z.string(), ota: z.string(), status: text, hotelId: text })
const request = z.looseObject({
  ...{ propertyId: z.string(), ota: z.string(), status: text },
  createdAt: timeOrNull,
  rejection: optional(z.looseObject({ code: z.string() })),
  waitingFor: optional(waitingFor),
})
const stay = z.looseObject({
  ...{
    propertyId: z.string(),
    arrival: z.string(),
    departure: z.string(),
    status: textOrNull,
    ota: textOrNull,
  },
})
const invoice = z.looseObject({ amount: z.number(), currency: z.string(), status: text })

export const landlords = (db: Firestore): Landlords => ({
  async properties(landlordId, from) {
    const queries = await db.queries()
    const { docs } = await queries
      .collection('properties')
      .where('landlordId', '==', landlordId)
      .limit(most)
      .get()
    const ids = docs.map(({ id }) => id)
    const [channels, requests, stays] = await Promise.all([
      among(queries, 'propertyChannels', ids),
      among(queries, 'connectionRequests', ids),
      Promise.all(ids.map(id => staysOf(queries, id, from))),
    ])
    const channelsOf = byProperty(channels, channel)
    const requestsOf = byProperty(requests, request)
    return docs.map((property, at) => ({
      propertyId: property.id,
      name: textIn(property, 'name') ?? property.id,
      channels: (channelsOf.get(property.id) ?? []).map(({ id, ota, status, hotelId }) => ({
        ...{ channelId: id, ota, status, hotelId },
      })),
      requests: (requestsOf.get(property.id) ?? []).map(one => ({
        ...{ requestId: one.id, ota: one.ota, status: one.status, createdAt: one.createdAt },
        rejectedFor: one.rejection?.code ?? null,
        isLeftToUs: one.waitingFor !== undefined,
      })),
      stays: stays[at] ?? [],
    }))
  },

  async invoices(landlordId) {
    const { docs } = await (await db.queries())
      .collection('invoices')
      .where('landlordId', '==', landlordId)
      .limit(most)
      .get()
    return [...byId(docs, one => soundIn(one, invoice))].map(([invoiceId, one]) => ({
      invoiceId,
      ...{ amount: one.amount, currency: one.currency, status: one.status },
    }))
  },

  async threads(userId) {
    const { docs } = await (await db.queries())
      .collection('threads')
      .where('participantIds', 'array-contains', userId)
      .orderBy('updatedAt', 'desc')
      .limit(most)
      .get()
    return [...byId(docs, one => soundIn(one, storedThread))].map(([threadId, thread]) => ({
      threadId,
      thread,
    }))
  },
})

/** What can be read of them, by the property that they name. */
const byProperty = <Schema extends z.ZodType<{ propertyId: string }>>(
  found: readonly DocumentSnapshot[],
  schema: Schema,
) => Map.groupBy(withIds(byId(found, one => soundIn(one, schema))), ({ propertyId }) => propertyId)

const among = (queries: Queries, collection: string, propertyIds: readonly string[]) =>
  foundAmong(propertyIds, some => queries.collection(collection).where('propertyId', 'in', some))

async function staysOf(queries: Queries, propertyId: string, from: string) {
  const { docs } = await queries
    .collection('reservations')
    .where('propertyId', '==', propertyId)
    .where('departure', '>=', from)
    .orderBy('departure')
    .limit(mostStays)
    .get()
  return [...byId(docs, one => soundIn(one, stay))].map(([reservationId, one]) => ({
    reservationId,
    ...{ arrival: one.arrival, departure: one.departure, status: one.status, ota: one.ota },
  }))
}
