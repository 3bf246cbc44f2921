import { type DocumentSnapshot, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore'
import { bookingFeed } from '../../functions/src/adapters/channel-manager/bookings.ts'
import { FieldValue } from '../../functions/src/adapters/firestore/client.ts'
import { shards } from '../../functions/src/adapters/firestore/shards.ts'
import type { DueQuery } from '../../functions/src/lib/due/due.ts'
import { isDocumentId } from '../../functions/src/lib/identifiers.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { StackError } from '../stack/errors.ts'
import type { Mending } from './mend.ts'
import { channelManagerAccess } from './vendors.ts'

/** What the commands may be told. */
export interface StuckOptions {
  project?: string | undefined
  document?: string | undefined
  channel?: string | undefined
  attempt?: string | undefined
  revision?: string | undefined
  thread?: string | undefined
  kind?: string | undefined
  id?: string | undefined
  guest?: string | undefined
  address?: string | undefined
}

/** Finds what is stuck, and says what puts it right. */
type Find = (db: Firestore, options: StuckOptions) => Promise<Mending[]>

export interface StuckState {
  usage: string
  does: string
  find: Find
}

/** A command for every state in which something is stuck. */
export const stuckStates: Readonly<Record<string, StuckState>> = {
  release: {
    usage: '--document PATH',
    does: 'takes a claim back, so that workdue goes on at once',
    find: async (db, { document }) => release(await existing(db, document, 'release needs --document')),
  },
  requeue: {
    usage: '--kind K [--id ID]',
    does: `what is put off is due at once, all of a kind or one: ${Object.keys(dueKinds).join(', ')}`,
    find: requeue,
  },
  'push-record': {
    usage: '--thread T',
    does: 'writes the search record of a thread again',
    find: async (db, { thread }) => {
      const { id } = (await existing(db, thread && `threads/${thread}`, 'push-record needs --thread')).ref
      const ref = db.doc(`staleRecords/${id}`)
      const fields = { dueAt: new Date(), markedAt: FieldValue.serverTimestamp() }
      return [{ says: 'the record is written within a minute', document: ref, writes: [{ ref, fields }] }]
    },
  },
  'drop-mapping': {
    usage: '--channel C',
    does: 'gives up a mapping that the channel manager does not take',
    find: async (db, { channel }) => {
      const found = await existing(
        db,
        channel && `propertyChannels/${channel}`,
        'drop-mapping needs --channel',
      )
      if (!found.get('pendingMapping')) return []
      const gone = { pendingMapping: FieldValue.delete(), leaseUntil: FieldValue.delete() }
      return [changed(found, gone, 'the pending mapping is dropped; the watch says what differs now')]
    },
  },
  'settle-attempt': {
    usage: '--attempt A',
    does: 'what a rejected connection left behind has been taken back by hand',
    find: async (db, { attempt }) =>
      settle(
        db,
        await existing(db, attempt && `connectionAttempts/${attempt}`, 'settle-attempt needs --attempt'),
      ),
  },
  acknowledge: {
    usage: '--revision R',
    does: 'takes a booking that nobody can read out of the feed',
    find: acknowledge,
  },
  'close-items': {
    usage: '--kind K [--id ID]',
    does: 'resolves all open items of a kind, or one',
    find: closeItems,
  },
  'forget-address': {
    usage: '--guest G --address A',
    does: 'an address or chatapp id is that guest’s no more',
    find: async (db, { guest, address = '' }) => {
      const found = await existing(
        db,
        guest && `guests/${guest}`,
        'forget-address needs --guest and --address',
      )
      const fields = ['addresses', 'chatappIds'].filter(field => listIn(found, field).includes(address))
      if (fields.length === 0) return []
      const without = fields.map(field => [field, FieldValue.arrayRemove(address)])
      return [changed(found, Object.fromEntries(without), 'the address is forgotten')]
    },
  },
}

const listIn = (found: DocumentSnapshot, field: string): unknown[] => {
  const value: unknown = found.get(field)
  return Array.isArray(value) ? value : []
}

/** The document at that path. Throws what to say where no path was given, or nothing stands there. */
async function existing(db: Firestore, path: string | undefined, needs: string): Promise<DocumentSnapshot> {
  const parts = path?.split('/') ?? []
  if (!path || parts.length % 2 !== 0 || !parts.every(isDocumentId))
    throw new StackError(needs, 'See npm run ops.')
  const found = await db.doc(path).get()
  if (!found.exists) throw new StackError(`There is no ${path}`, 'Look at its id.')
  return found
}

const changed = (found: DocumentSnapshot, fields: Record<string, unknown>, says: string): Mending => ({
  says,
  document: found.ref,
  writes: [{ ref: found.ref, fields, readAt: found.updateTime }],
})

/** Where a document of each collection keeps its claim, and when somebody looks at it next. */
const claims: Readonly<Record<string, { lease: string; due?: string }>> = {
  messages: { lease: 'delivery.leaseUntil', due: 'delivery.dueAt' },
  emails: { lease: 'leaseUntil', due: 'dueAt' },
  connectionAttempts: { lease: 'leaseUntil', due: 'dueAt' },
  reservationPulls: { lease: 'leaseUntil', due: 'dueAt' },
  propertyChannels: { lease: 'leaseUntil' },
}

/** A lease that ends now is one whose process has died: whoever goes on finds out what it had done. */
function release(found: DocumentSnapshot): Mending[] {
  const claim = claims[found.ref.parent.id]
  if (!claim)
    throw new StackError(`Nothing of ${found.ref.parent.id} is claimed`, Object.keys(claims).join(', '))
  const now = new Date()
  const until: unknown = found.get(claim.lease)
  if (!(until instanceof Timestamp) || until.toDate() <= now) return []
  const fields = { [claim.lease]: now, ...(claim.due && { [claim.due]: now }) }
  return [changed(found, fields, `its claim until ${until.toDate().toISOString()} ends now`)]
}

async function requeue(db: Firestore, { kind = '', id }: StuckOptions): Promise<Mending[]> {
  const row = Object.entries(dueKinds).find(([name]) => name === kind)?.[1]
  if (!row) throw new StackError('requeue needs --kind', Object.keys(dueKinds).join(', '))
  const query: DueQuery = row.query
  // The end of a lease is nobody's time to wait.
  if (query.isLease) throw new StackError(`What is due of ${kind} is claimed`, 'npm run ops -- release')
  let putOff: Query = query.group ? db.collectionGroup(query.collection) : db.collection(query.collection)
  for (const [field, values] of query.filters ?? []) putOff = putOff.where(field, 'in', values)
  if (query.shard) putOff = putOff.where(query.shard, 'in', shards)
  const { docs } = await putOff.where(query.at, '>', new Date()).orderBy(query.at).get()
  const isClaimed = (found: DocumentSnapshot) =>
    ['leaseUntil', 'delivery.leaseUntil'].some(field => found.get(field) !== undefined)
  return docs
    .filter(found => (id === undefined || found.id === id) && !isClaimed(found))
    .map(found =>
      changed(found, { [query.at]: new Date() }, `it was put off until ${timeIn(found, query.at)}`),
    )
}

const timeIn = (found: DocumentSnapshot, field: string): string => {
  const value: unknown = found.get(field)
  return value instanceof Timestamp ? value.toDate().toISOString() : 'some time'
}

async function settle(db: Firestore, found: DocumentSnapshot): Promise<Mending[]> {
  if (found.get('undo') !== 'pending') return []
  const { subscriptionId }: { subscriptionId?: unknown } = found.get('leftover.state') ?? {}
  const subscription =
    typeof subscriptionId === 'string' ? await db.doc(`subscriptions/${subscriptionId}`).get() : undefined
  const isCharging = subscription?.get('status') === 'pending'
  const fields = { undo: 'none', leftover: FieldValue.delete(), dueAt: FieldValue.delete() }
  const attemptId: unknown = found.get('leftover.attemptId')
  return [
    {
      says: `nothing is left to take back${isCharging ? '; its subscription is cancelled' : ''}`,
      document: found.ref,
      writes: [
        { ref: found.ref, fields, readAt: found.updateTime },
        ...(subscription && isCharging
          ? [{ ref: subscription.ref, fields: { status: 'cancelled' }, readAt: subscription.updateTime }]
          : []),
      ],
      ...(typeof attemptId === 'string' && { closes: [`connection-left-behind_${attemptId}`] }),
    },
  ]
}

async function acknowledge(db: Firestore, { revision = '', project }: StuckOptions): Promise<Mending[]> {
  if (!isDocumentId(revision)) throw new StackError('acknowledge needs --revision', 'Its item names it.')
  const item = `booking-not-understood_${revision}`
  const found = await existing(db, `items/${item}`, 'acknowledge needs --revision')
  const feed = bookingFeed(await channelManagerAccess(process.env, project))
  return [
    {
      says: 'it is taken out of the feed',
      document: found.ref,
      writes: [],
      closes: [item],
      before: () => feed.acknowledge(revision),
    },
  ]
}

async function closeItems(db: Firestore, { kind, id }: StuckOptions): Promise<Mending[]> {
  if (!kind) throw new StackError('close-items needs --kind', 'Such as vendor-unavailable; --id names one.')
  const { docs } = await db.collection('items').where('status', '==', 'open').where('kind', '==', kind).get()
  return docs
    .filter(found => id === undefined || found.id === id)
    .map(({ ref }) => ({ says: 'it is resolved', document: ref, writes: [], closes: [ref.id] }))
}
