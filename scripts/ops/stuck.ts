import { type DocumentSnapshot, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore'
import { z } from 'zod'
import { bookingFeed } from '../../functions/src/adapters/channel-manager/bookings.ts'
import { FieldValue } from '../../functions/src/adapters/firestore/client.ts'
import { ledgerBilling } from '../../functions/src/adapters/firestore/ledger.ts'
import { endOf } from '../../functions/src/adapters/firestore/retention.ts'
import { shards } from '../../functions/src/adapters/firestore/shards.ts'
import { systemClock } from '../../functions/src/adapters/system.ts'
import { otaNames } from '../../functions/src/lib/connection/otas.ts'
import type { DueQuery } from '../../functions/src/lib/due/due.ts'
import { isDocumentId } from '../../functions/src/lib/identifiers.ts'
import { dueKinds } from '../../functions/src/triggers/due-work.ts'
import { firestoreByEnvironment } from '../firestore.ts'
import { StackError } from '../stack/errors.ts'
import { heldUntil, release } from './claims.ts'
import { changed, type Mending } from './mend.ts'
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
      expectUnclaimed(found)
      const gone = {
        pendingMapping: FieldValue.delete(),
        leaseUntil: FieldValue.delete(),
        dueAt: FieldValue.delete(),
      }
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

/** What somebody works on right now is not put right beside them. Throws until when they do. */
function expectUnclaimed(found: DocumentSnapshot): void {
  const until = heldUntil(found)
  if (!until) return
  const release = `npm run ops -- release --document ${found.ref.path}`
  throw new StackError(
    `${found.ref.path} is being worked on until ${until.toISOString()}`,
    `Try again then, or take the claim of a worker that has died back: ${release}`,
  )
}

async function requeue(db: Firestore, { kind = '', id }: StuckOptions): Promise<Mending[]> {
  const row = Object.entries(dueKinds).find(([name]) => name === kind)?.[1]
  if (!row) throw new StackError('requeue needs --kind', Object.keys(dueKinds).join(', '))
  const query: DueQuery = row.query
  let putOff: Query = query.group ? db.collectionGroup(query.collection) : db.collection(query.collection)
  for (const [field, values] of query.filters ?? []) putOff = putOff.where(field, 'in', values)
  if (query.shard) putOff = putOff.where(query.shard, 'in', shards)
  const { docs } = await putOff.where(query.at, '>', new Date()).orderBy(query.at).get()
  return docs
    .filter(found => (id === undefined || found.id === id) && !heldUntil(found))
    .map(found =>
      changed(found, { [query.at]: new Date() }, `it was put off until ${timeIn(found, query.at)}`),
    )
}

const timeIn = (found: DocumentSnapshot, field: string): string => {
  const value: unknown = found.get(field)
  return value instanceof Timestamp ? value.toDate().toISOString() : 'some time'
}

const leftBehind = z.object({
  attemptId: z.string(),
  landlordId: z.string().default(''),
  paymentId: z.string().optional(),
  target: z.object({ propertyId: z.string(), ota: z.enum(otaNames) }),
  state: z.object({ subscriptionId: z.string().nullish() }),
  begun: z.object({ charge: z.string().optional() }),
})

/** What it reserved is cancelled as its compensation would have, also where nobody knows whether it came through. */
function settle(db: Firestore, found: DocumentSnapshot): Mending[] {
  if (found.get('undo') !== 'pending') return []
  const left = leftBehind.safeParse(found.get('leftover')).data
  const now = systemClock.now()
  const { attemptId, landlordId = '', paymentId, target } = left ?? {}
  const order = attemptId &&
    target &&
    paymentId !== undefined &&
    left?.begun.charge !== undefined &&
    left.state.subscriptionId !== null && { attemptId, landlordId, paymentId, target, at: now }
  const gone = { leftover: FieldValue.delete(), dueAt: FieldValue.delete() }
  const fields = { undo: 'none', ...gone, ...endOf(db, 'connectionAttempts', now) }
  return [
    {
      ...changed(
        found,
        fields,
        `nothing is left to take back${order ? '; what it reserved is cancelled' : ''}`,
      ),
      ...(attemptId && { closes: [`connection-left-behind_${attemptId}`] }),
      ...(order && { before: () => ledgerBilling(firestoreByEnvironment(db), systemClock).cancel(order) }),
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
