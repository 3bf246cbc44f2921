import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import type {
  ChannelChange,
  ChannelContext,
  ChannelRef,
  Channels,
  OfProperty,
} from '../../lib/connection/channels/ports.ts'
import {
  type PropertyChannel,
  storedPropertyChannel,
} from '../../lib/connection/channels/property-channel.ts'
import type { Target } from '../../lib/connection/target.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Versioned } from '../../lib/ports.ts'
import { attempts } from './attempts.ts'
import { bookingChannel } from './booking-context.ts'
import type { Firestore, HasPath, Write } from './client.ts'
import { commit } from './commit-extras.ts'
import { resolvedCommit } from './failures.ts'
import { pageOf } from './paths.ts'
import { properties, propertyDocs } from './properties.ts'
import { byId, repository, set, soundIn, update, without, withoutUndefined } from './repository.ts'
import { endOf } from './retention.ts'

/** The charges for a connection, and how the commit that ends it stops them. */
export type Ending = (target: Target) => Promise<{
  isSubscribed: boolean
  cancel(at: Date): Write[]
}>

/** A pending mapping is stored compressed. One that cannot be decompressed counts as absent. */
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

export function channels(db: Firestore, ending: Ending): Channels {
  const docs = channelDocs(db)
  return {
    async read(channelId) {
      return isDocumentId(channelId) ? docs.sound(await docs.doc(channelId).get()) : undefined
    },

    async list(propertyId) {
      const property = propertyDocs(db)
      const [snapshot, { docs: found }] = await Promise.all([
        property.doc(propertyId).get(),
        (await db.queries()).collection('propertyChannels').where('propertyId', '==', propertyId).get(),
      ])
      if (!snapshot.exists) return undefined
      const listed = [...byId(found, docs.sound)].map(async ([channelId, { value: channel }]) => {
        const { isSubscribed } = await ending(channel)
        return { channelId, channel, isSubscribed }
      })
      return {
        propertyName: property.sound(snapshot)?.value.name ?? propertyId,
        channels: await Promise.all(listed),
      }
    },

    load: ref => load(db, ref),

    change: (channelId, revision, fields, extras) =>
      commit(db, [update(docs.doc(channelId), fieldsOf(fields), revision)], extras),

    async disconnect({ channelId, channel, revision, end }, extras) {
      const document = docs.doc(channelId)
      const [{ cancel }, stored] = await Promise.all([ending(channel), document.get()])
      const { id, by, at } = end
      const ended = { status: 'disconnected', disconnectedAt: at, disconnectedBy: by }
      const kept = Object.entries(stored.data() ?? {}).filter(([field]) => !passing.includes(field))
      const history = { ...Object.fromEntries(kept), ...ended, ...endOf(db, 'history', at) }
      const writes = [
        update(document, { ...ended, ...without(passing) }, revision),
        set(db.doc(`${document.path}/history/${id}`), history),
        ...cancel(at),
      ]
      return commit(db, writes, extras)
    },

    isSubscribed: async target => (await ending(target)).isSubscribed,

    async count() {
      return (await (await db.queries()).collection('propertyChannels').count().get()).data().count
    },

    async lookSoon(of, at) {
      if ('channelId' in of) return noted(db, docs.doc(of.channelId), { lookAt: at })
      // An earlier reason too: a look that is under way ends it, and may not have seen this one.
      for (const { ref } of await activeOf(db, of)) await noted(db, ref, { lookAt: at })
    },

    async warn(of, kind, at) {
      const { channelManagerChannelId: named } = of
      for (const { ref, channel } of await activeOf(db, of)) {
        const isMeant = named === undefined || channel.channelManagerChannelId === named
        if (isMeant) await noted(db, ref, { lookAt: at, [`warned.${kind}`]: at })
      }
    },

    async pageAfter(channelId, limit) {
      const ordered = (await db.queries()).collection('propertyChannels').orderBy('__name__')
      const page = await pageOf(ordered, limit, channelId)
      return page.map(one => ({
        channelId: one.id,
        booking: bookingChannel(one),
        channel: docs.sound(one)?.value,
      }))
    },
  }
}

const noted = async (db: Firestore, channel: HasPath, fields: object): Promise<void> => {
  await resolvedCommit(db.commit([update(channel, fields)]))
}

async function activeOf(
  db: Firestore,
  { propertyId, channelManagerChannelId: named }: OfProperty,
): Promise<{ ref: HasPath; channel: PropertyChannel }[]> {
  const queries = await db.queries()
  const found = await Promise.all([
    propertyId && queries.collection('propertyChannels').where('propertyId', '==', propertyId).get(),
    named && queries.collection('propertyChannels').where('channelManagerChannelId', '==', named).get(),
  ])
  const each = new Map(found.flatMap(page => (page ? page.docs.map(one => [one.id, one]) : [])))
  return [...each.values()].flatMap(document => {
    const channel = channelDocs(db).sound(document)?.value
    return channel?.status === 'active' ? [{ ref: document.ref, channel }] : []
  })
}

const storedLease = z.looseObject({ status: z.string(), leaseUntil: z.date() })

async function load(
  db: Firestore,
  { propertyId, channelId }: ChannelRef,
): Promise<ChannelContext | undefined> {
  if (!isDocumentId(channelId)) return undefined
  const docs = channelDocs(db)
  const [{ property, rooms, ratePlans, defects }, found] = await Promise.all([
    properties(db).property(propertyId),
    docs.doc(channelId).get(),
  ])
  if (!property && defects.property.length === 0) return undefined
  const channel = ownOf(propertyId, docs.sound(found))
  const attempt = channel && (await attempts(db).doc(channel.value).get())
  return {
    propertyName: property?.name ?? propertyId,
    channelManagerPropertyId: property?.channelManagerId ?? undefined,
    rooms,
    ratePlans,
    channel,
    attempt: soundIn(attempt, storedLease),
  }
}

const ownOf = (propertyId: string, channel: Versioned<PropertyChannel> | undefined) =>
  channel?.value.propertyId === propertyId ? channel : undefined

function fieldsOf({
  set: { pendingMapping, ...fields } = {},
  clear = [],
}: ChannelChange): Record<string, unknown> {
  const due = fields.leaseUntil && { dueAt: fields.leaseUntil }
  const gone = clear.flatMap(field => (field === 'leaseUntil' ? [field, 'dueAt'] : [field]))
  const pending = pendingMapping && { pendingMapping: packed(pendingMapping) }
  return { ...withoutUndefined(fields), ...due, ...pending, ...without(gone) }
}

/** Fields of work in progress, removed when the connection ends. */
const passing = ['leaseUntil', 'dueAt', 'pendingMapping', 'disconnect', 'lookAt', 'warned']

/**
 * Compresses a value to about a tenth: a document holds 1 MiB, and a mapping of 2,000 rates with its offer would take
 * most of that. Times become strings.
 */
const packed = (value: unknown): Buffer => gzipSync(JSON.stringify(value))

/** Returns an uncompressed value as it is. Throws if it cannot be decompressed. */
const unpacked = (value: unknown): unknown =>
  value instanceof Uint8Array ? JSON.parse(gunzipSync(value).toString()) : value
