import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore'
import * as z from 'zod'
import { type RatePlan, storedProperty, storedRatePlan } from '../../lib/connection/model.ts'
import {
  type ItemWrite,
  type WatchedItem,
  type WatchKind,
  watchItemId,
  watchKinds,
} from '../../lib/connection/watch/items.ts'
import type {
  ListedChannel,
  StoredChange,
  StoredState,
  WatchStore,
} from '../../lib/connection/watch/ports.ts'
import { storedWatchedChannel, type WatchedChannel } from '../../lib/connection/watch/watched-channel.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Clock } from '../../lib/ports.ts'
import { itemDoc, openItem, system } from './items.ts'
import { defined, plain } from './values.ts'
import { nextWatched } from './watch-round.ts'

const storedItem = z.looseObject({
  status: z.string().catch('open'),
  resolvedAt: z.date().optional().catch(undefined),
  differences: z.array(z.string()).optional().catch(undefined),
})

export const watchStore = (db: Firestore, clock: Clock): WatchStore => ({
  async channel(channelId) {
    return isDocumentId(channelId) ? readable(await watchedDoc(db, channelId).get()) : undefined
  },

  async property(propertyId) {
    if (!isDocumentId(propertyId)) return { channelManagerId: undefined, ratePlans: [] }
    const property = db.doc(`properties/${propertyId}`)
    const [snapshot, plans] = await Promise.all([property.get(), property.collection('ratePlans').get()])
    const { data } = storedProperty.safeParse(plain(snapshot.data()))
    return { channelManagerId: data?.channelManagerId ?? undefined, ratePlans: plans.docs.flatMap(planIn) }
  },

  async nextPage(limit) {
    const { documents, isLast } = await nextWatched(db, clock, limit)
    const channels = documents.map(
      (document): ListedChannel => ({ channelId: document.id, channel: readable(document) }),
    )
    return { channels, isLast }
  },

  async change(channelId, decide) {
    const documents = [
      watchedDoc(db, channelId),
      ...watchKinds.map(kind => itemDoc(db, watchItemId(kind, channelId))),
    ]
    // Nearly always there is nothing to write, and then nothing need be locked.
    if (isNothing(decide(stateOf(await db.getAll(...documents))))) return
    await db.runTransaction(async transaction => {
      const state = stateOf(await transaction.getAll(...documents))
      write(db, transaction, { channelId, state, change: decide(state), at: clock.now() })
    })
  },
})

const watchedDoc = (db: Firestore, channelId: string): DocumentReference =>
  db.doc(`propertyChannels/${channelId}`)

const readable = (snapshot: DocumentSnapshot): WatchedChannel | undefined =>
  storedWatchedChannel.safeParse(plain(snapshot.data())).data

function planIn(snapshot: DocumentSnapshot): RatePlan[] {
  const { data } = storedRatePlan.safeParse(plain(snapshot.data()))
  return data ? [{ ...data, id: snapshot.id }] : []
}

function stateOf([channel, ...items]: DocumentSnapshot[]): StoredState {
  return {
    channel: channel && readable(channel),
    items: watchKinds.flatMap((kind, position) => itemIn(kind, items[position])),
  }
}

function itemIn(kind: WatchKind, snapshot: DocumentSnapshot | undefined): WatchedItem[] {
  if (!snapshot?.exists) return []
  const { status, resolvedAt, differences } = storedItem.parse(plain(snapshot.data()))
  return [{ kind, isOpen: status === 'open', resolvedAt, differences }]
}

const isNothing = ({ channel, items }: StoredChange): boolean =>
  items.length === 0 && Object.keys(channel).length === 0

interface Writing {
  channelId: string
  state: StoredState
  change: StoredChange
  at: Date
}

function write(db: Firestore, transaction: Transaction, { channelId, state, change, at }: Writing): void {
  if (Object.keys(change.channel).length > 0)
    transaction.update(watchedDoc(db, channelId), defined(change.channel))
  for (const item of change.items) {
    const document = itemDoc(db, watchItemId(item.kind, channelId))
    if (item.write === 'open') transaction.set(document, opened(item, channelId, state, at))
    else transaction.update(document, changed(item, at))
  }
}

const opened = (
  { kind, news }: Extract<ItemWrite, { write: 'open' }>,
  channelId: string,
  { channel }: StoredState,
  at: Date,
): Record<string, unknown> => {
  const { detail, nextAction, differences } = news
  const about = { propertyId: channel?.propertyId, ota: channel?.ota, channelId }
  const item = openItem({
    id: watchItemId(kind, channelId),
    kind,
    detail,
    nextAction,
    ...about,
    createdAt: at,
  })
  return { ...item, differences }
}

function changed(item: Exclude<ItemWrite, { write: 'open' }>, at: Date): Record<string, unknown> {
  if (item.write === 'update') return { ...item.news, updatedAt: at }
  const gone = { differences: FieldValue.delete() }
  return item.write === 'resolve' ? { ...gone, status: 'resolved', resolvedAt: at, resolvedBy: system } : gone
}
