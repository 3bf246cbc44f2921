import { type DocumentSnapshot, FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import * as z from 'zod'
import type {
  ChannelChange,
  ChannelContext,
  ChannelRef,
  Channels,
} from '../../lib/connection/channels/ports.ts'
import {
  type PropertyChannel,
  storedPropertyChannel,
} from '../../lib/connection/channels/property-channel.ts'
import { storedProperty, storedRatePlan, storedRoom } from '../../lib/connection/model.ts'
import type { Target } from '../../lib/connection/ports.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Versioned } from '../../lib/ports.ts'
import { accompany } from './company.ts'
import { attemptDoc } from './connection-paths.ts'
import { resolvedCommit } from './failures.ts'
import { packed, unpacked } from './packed.ts'
import { sweepLimit } from './paths.ts'
import { repository } from './repository.ts'
import { defined, plain, revisionOf, unchanged } from './values.ts'

/** What charges for a connection, and how the commit that ends it stops that. */
export type Ending = (target: Target) => Promise<{
  isSubscribed: boolean
  cancel(batch: WriteBatch, at: Date): void
}>

/** As it is stored, a pending mapping is packed. One that cannot be unpacked counts as none. */
const schema = z.preprocess(fields => {
  if (typeof fields !== 'object' || fields === null || !('pendingMapping' in fields)) return fields
  const { pendingMapping } = fields
  const isBeingMapped = pendingMapping !== undefined && pendingMapping !== null
  return { ...fields, isBeingMapped, pendingMapping: unpackedOrNone(pendingMapping) }
}, storedPropertyChannel)

function unpackedOrNone(value: unknown): unknown {
  try {
    return unpacked(value)
  } catch {
    return undefined
  }
}

export const channelDocs = (db: Firestore) =>
  repository(db, { path: (channelId: string) => `propertyChannels/${channelId}`, schema })

const round = z.object({
  after: z.string().refine(isDocumentId).optional().catch(undefined),
  at: z.date().optional().catch(undefined),
})

export function channels(db: Firestore, ending: Ending): Channels {
  const docs = channelDocs(db)
  const collection = db.collection('propertyChannels')
  const roundDoc = db.doc('checkpoints/channels')
  return {
    async read(channelId) {
      return isDocumentId(channelId) ? docs.sound(await docs.doc(channelId).get()) : undefined
    },

    async list(propertyId) {
      const property = db.doc(`properties/${propertyId}`)
      const [snapshot, { docs: found }] = await Promise.all([
        property.get(),
        collection.where('propertyId', '==', propertyId).get(),
      ])
      if (!snapshot.exists) return undefined
      const sound = found.flatMap(document => {
        const channel = docs.sound(document)?.value
        return channel ? [{ channelId: document.id, channel }] : []
      })
      const listed = sound.map(async one => {
        const { isSubscribed } = await ending(one.channel)
        return { ...one, isSubscribed }
      })
      return { propertyName: nameOf(snapshot), channels: await Promise.all(listed) }
    },

    load: ref => load(db, ref),

    async property(propertyId) {
      if (!isDocumentId(propertyId)) return { channelManagerId: undefined, ratePlans: [] }
      const property = db.doc(`properties/${propertyId}`)
      const [snapshot, plans] = await Promise.all([property.get(), property.collection('ratePlans').get()])
      return {
        channelManagerId: dataOf(snapshot, storedProperty)?.channelManagerId ?? undefined,
        ratePlans: plans.docs.flatMap(plan => withId(plan, storedRatePlan)),
      }
    },

    change(channelId, revision, fields, company = {}) {
      const batch = db.batch()
      batch.update(docs.doc(channelId), fieldsOf(fields), unchanged(revision))
      accompany(db, batch, company)
      return resolvedCommit(batch.commit())
    },

    async disconnect({ channelId, channel, revision, end }, company) {
      const document = docs.doc(channelId)
      const [{ cancel }, stored] = await Promise.all([ending(channel), document.get()])
      const { id, by, at } = end
      const ended = { status: 'disconnected', disconnectedAt: at, disconnectedBy: by }
      const gone = Object.fromEntries(passing.map(field => [field, FieldValue.delete()]))
      const kept = Object.entries(stored.data() ?? {}).filter(([field]) => !passing.includes(field))
      const batch = db.batch()
      batch.update(document, { ...ended, ...gone }, unchanged(revision))
      batch.set(document.collection('history').doc(id), { ...Object.fromEntries(kept), ...ended })
      cancel(batch, at)
      accompany(db, batch, company)
      return resolvedCommit(batch.commit())
    },

    isSubscribed: async target => (await ending(target)).isSubscribed,

    async unfinished(now) {
      const due = collection.where('leaseUntil', '<=', now).orderBy('leaseUntil')
      return (await due.limit(sweepLimit).get()).docs.map(({ id }) => id)
    },

    async nextOfRound(limit) {
      const stored = await roundDoc.get()
      const place = round.safeParse(plain(stored.data())).data ?? {}
      const ordered = collection.orderBy('__name__').limit(limit)
      const page = await (place.after === undefined ? ordered : ordered.startAfter(place.after)).get()
      return {
        place,
        revision: stored.updateTime && revisionOf(stored.updateTime),
        channels: page.docs.map(one => ({ channelId: one.id, channel: docs.sound(one)?.value })),
        isLast: page.docs.length < limit,
      }
    },

    advanceRound: (revision, { after, at }) =>
      resolvedCommit(
        revision
          ? roundDoc.update({ after: after ?? FieldValue.delete(), at }, unchanged(revision))
          : roundDoc.create(defined({ after, at })),
      ),
  }
}

const storedLease = z.looseObject({ status: z.string(), leaseUntil: z.date() })

async function load(
  db: Firestore,
  { propertyId, channelId }: ChannelRef,
): Promise<ChannelContext | undefined> {
  if (!isDocumentId(channelId)) return undefined
  const docs = channelDocs(db)
  const property = db.doc(`properties/${propertyId}`)
  const [[snapshot, found], rooms, ratePlans] = await Promise.all([
    db.getAll(property, docs.doc(channelId)),
    property.collection('rooms').get(),
    property.collection('ratePlans').get(),
  ])
  if (!snapshot?.exists) return undefined
  const channel = ownOf(propertyId, docs.sound(found))
  const attempt = channel && (await attemptDoc(db, channel.value).get())
  return {
    propertyName: nameOf(snapshot),
    channelManagerPropertyId: dataOf(snapshot, storedProperty)?.channelManagerId ?? undefined,
    rooms: rooms.docs.flatMap(document => withId(document, storedRoom)),
    ratePlans: ratePlans.docs.flatMap(document => withId(document, storedRatePlan)),
    channel,
    attempt: attempt && dataOf(attempt, storedLease),
  }
}

const ownOf = (propertyId: string, channel: Versioned<PropertyChannel> | undefined) =>
  channel?.value.propertyId === propertyId ? channel : undefined

const dataOf = <S extends z.ZodType>(snapshot: DocumentSnapshot, schema: S): z.output<S> | undefined =>
  schema.safeParse(plain(snapshot.data())).data

function withId<S extends z.ZodType<object>>(snapshot: DocumentSnapshot, schema: S) {
  const data = dataOf(snapshot, schema)
  return data ? [{ ...data, id: snapshot.id }] : []
}

const nameOf = (property: DocumentSnapshot): string => dataOf(property, storedProperty)?.name ?? property.id

function fieldsOf({
  set: { pendingMapping, ...set } = {},
  clear = [],
}: ChannelChange): Record<string, unknown> {
  const gone = clear.map(field => [field, FieldValue.delete()])
  const pending = pendingMapping && { pendingMapping: packed(pendingMapping) }
  return { ...withoutUndefined(set), ...pending, ...Object.fromEntries(gone) }
}

/** Fields of what is under way, which end with the connection. */
const passing = ['leaseUntil', 'pendingMapping', 'disconnect']

/** Nested values as Firestore takes them. */
function withoutUndefined(fields: object): Record<string, unknown> {
  const entries = Object.entries(defined(fields))
  return Object.fromEntries(entries.map(([key, value]) => [key, clean(value)]))
}

const clean = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? withoutUndefined(value)
    : value
