import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type WriteBatch,
} from 'firebase-admin/firestore'
import * as z from 'zod'
import type { AuditEntry } from '../../lib/audit.ts'
import { stuckItemId } from '../../lib/connection/channels/disconnect-channel.ts'
import type {
  ChannelChange,
  ChannelContext,
  ChannelRef,
  ChannelStore,
  Disconnected,
} from '../../lib/connection/channels/ports.ts'
import {
  type ReviewedChannel,
  storedReviewedChannel,
} from '../../lib/connection/channels/reviewed-channel.ts'
import { storedProperty, storedRatePlan, storedRoom } from '../../lib/connection/model.ts'
import type { Target } from '../../lib/connection/ports.ts'
import { watchItemId, watchKinds } from '../../lib/connection/watch/items.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Versioned } from '../../lib/ports.ts'
import { auditLog } from './audit-log.ts'
import { attemptDoc } from './connection-paths.ts'
import { settled } from './failures.ts'
import { itemDoc, openUnlessOpen, system } from './items.ts'
import { packed, unpacked } from './packed.ts'
import { auditDoc, sweepLimit } from './paths.ts'
import { defined, plain, revisionOf, unchanged } from './values.ts'

/** What charges for a connection, and how the commit that ends it stops that. */
export type Ending = (target: Target) => Promise<{
  isSubscribed: boolean
  cancel(batch: WriteBatch, at: Date): void
}>

export const channelStore = (db: Firestore, ending: Ending): ChannelStore => ({
  async list(propertyId) {
    const property = db.doc(`properties/${propertyId}`)
    const [snapshot, found] = await Promise.all([
      property.get(),
      db.collection('propertyChannels').where('propertyId', '==', propertyId).get(),
    ])
    if (!snapshot.exists) return undefined
    const channels = found.docs.flatMap(document => {
      const channel = readable(document)
      return channel ? [{ channelId: document.id, channel: channel.value }] : []
    })
    const listed = channels.map(async one => ({ ...one, ...(await subscription(ending, one.channel)) }))
    return { propertyName: nameOf(snapshot), channels: await Promise.all(listed) }
  },

  load: ref => load(db, ref),

  async channel(channelId) {
    return readable(await channelAt(db, channelId).get())
  },

  change: (channelId, revision, change) => {
    const batch = db.batch()
    batch.update(channelAt(db, channelId), fieldsOf(change), unchanged(revision))
    writeAudit(db, batch, change.audit)
    return settled(batch.commit())
  },

  disconnect: disconnected => disconnect(db, ending, disconnected),

  isSubscribed: async target => (await ending(target)).isSubscribed,

  async unfinished(now) {
    const due = db.collection('propertyChannels').where('leaseUntil', '<=', now).orderBy('leaseUntil')
    return (await due.limit(sweepLimit).get()).docs.map(({ id }) => id)
  },

  openItem: item => openUnlessOpen(db, item),

  // What has worked meanwhile stays so.
  note: auditLog(db).append,
})

const channelAt = (db: Firestore, channelId: string): DocumentReference =>
  db.doc(`propertyChannels/${channelId}`)

/** Undefined when there is none, or one that is not as a property channel should be. */
function readable(snapshot: DocumentSnapshot | undefined): Versioned<ReviewedChannel> | undefined {
  if (!snapshot?.updateTime) return undefined
  const fields = { ...snapshot.data(), pendingMapping: unpacked(snapshot.get('pendingMapping')) }
  const { data } = storedReviewedChannel.safeParse(plain(fields))
  return data && { value: data, revision: revisionOf(snapshot.updateTime) }
}

const storedLease = z.looseObject({ status: z.string(), leaseUntil: z.date() })

async function load(
  db: Firestore,
  { propertyId, channelId }: ChannelRef,
): Promise<ChannelContext | undefined> {
  if (!isDocumentId(channelId)) return undefined
  const property = db.doc(`properties/${propertyId}`)
  const [[snapshot, found], rooms, ratePlans] = await Promise.all([
    db.getAll(property, channelAt(db, channelId)),
    property.collection('rooms').get(),
    property.collection('ratePlans').get(),
  ])
  if (!snapshot?.exists) return undefined
  const channel = readable(found)
  const isOwn = channel?.value.propertyId === propertyId
  const attempt = isOwn ? await attemptDoc(db, channel.value).get() : undefined
  return {
    propertyName: nameOf(snapshot),
    channelManagerPropertyId: dataOf(snapshot, storedProperty)?.channelManagerId ?? undefined,
    rooms: rooms.docs.flatMap(document => withId(document, storedRoom)),
    ratePlans: ratePlans.docs.flatMap(document => withId(document, storedRatePlan)),
    channel: isOwn ? channel : undefined,
    attempt: attempt && dataOf(attempt, storedLease),
  }
}

const dataOf = <S extends z.ZodType>(snapshot: DocumentSnapshot, schema: S): z.output<S> | undefined =>
  schema.safeParse(plain(snapshot.data())).data

function withId<S extends z.ZodType<object>>(snapshot: DocumentSnapshot, schema: S) {
  const data = dataOf(snapshot, schema)
  return data ? [{ ...data, id: snapshot.id }] : []
}

const nameOf = (property: DocumentSnapshot): string => dataOf(property, storedProperty)?.name ?? property.id

const subscription = async (ending: Ending, target: Target) => ({
  isSubscribed: (await ending(target)).isSubscribed,
})

function fieldsOf({
  set: { pendingMapping, ...set } = {},
  clear = [],
}: ChannelChange): Record<string, unknown> {
  const gone = clear.map(field => [field, FieldValue.delete()])
  const pending = pendingMapping && { pendingMapping: packed(pendingMapping) }
  return { ...withoutUndefined(set), ...pending, ...Object.fromEntries(gone) }
}

function writeAudit(db: Firestore, batch: WriteBatch, audit: AuditEntry | undefined): void {
  if (!audit) return
  const { id, ...entry } = audit
  batch.set(auditDoc(db, id), entry)
}

/** Of what is under way, which ends with the connection. */
const passing = ['leaseUntil', 'pendingMapping', 'disconnect']

async function disconnect(
  db: Firestore,
  ending: Ending,
  { channelId, channel, revision, at }: Disconnected,
): Promise<boolean> {
  const document = channelAt(db, channelId)
  const [{ cancel }, [stored, ...items]] = await Promise.all([
    ending(channel),
    db.getAll(document, ...itemIds(channelId).map(id => itemDoc(db, id))),
  ])
  const { id = channelId, by = system, audit } = channel.disconnect ?? {}
  const ended = { status: 'disconnected', disconnectedAt: at, disconnectedBy: by }
  const batch = db.batch()
  const gone = Object.fromEntries(passing.map(field => [field, FieldValue.delete()]))
  batch.update(document, { ...ended, ...gone }, unchanged(revision))
  const kept = Object.entries(stored?.data() ?? {}).filter(([field]) => !passing.includes(field))
  batch.set(document.collection('history').doc(id), { ...Object.fromEntries(kept), ...ended })
  cancel(batch, at)
  for (const item of items) {
    if (!item.exists || item.get('status') !== 'open') continue
    const resolution = { status: 'resolved', resolvedAt: at, resolvedBy: system }
    batch.update(item.ref, { ...resolution, differences: FieldValue.delete() })
  }
  writeAudit(db, batch, audit)
  return settled(batch.commit())
}

/** What may be open about a channel, and is of no matter once it is disconnected. */
const itemIds = (channelId: string): string[] => [
  stuckItemId(channelId),
  ...watchKinds.map(kind => watchItemId(kind, channelId)),
]

/** Nested values as Firestore takes them. */
function withoutUndefined(fields: object): Record<string, unknown> {
  const entries = Object.entries(defined(fields))
  return Object.fromEntries(entries.map(([key, value]) => [key, clean(value)]))
}

const clean = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? withoutUndefined(value)
    : value
