import { isDeepStrictEqual } from 'node:util'
import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import * as z from 'zod'
import { isDocumentId } from '../../lib/identifiers.ts'
import { kindsOfProperty } from '../../lib/items/kinds.ts'
import { storedEntry } from '../../lib/portfolio/entry.ts'
import type { EntryOf, Kept, Portfolio } from '../../lib/portfolio/ports.ts'
import { hasAll } from '../../lib/portfolio/search-keys.ts'
import {
  type Sources,
  storedSourceChannel,
  storedSourceItem,
  type Told,
} from '../../lib/portfolio/sources.ts'
import type { EventDocument } from '../../lib/ports.ts'
import type { DocumentSnapshot, Firestore, Queries } from './client.ts'
import { commit } from './commit-extras.ts'
import { keyed, matching } from './matching.ts'
import { named, pageOf } from './paths.ts'
import { byId, put, remove, repository, revisionOf, set, soundIn, textIn } from './repository.ts'
import { requestKeyDocs } from './request-keys.ts'
import { requestIn } from './requests.ts'

const entryDocs = (db: Firestore) =>
  repository(db, { path: (propertyId: string) => `portfolio/${propertyId}`, schema: storedEntry })

const versionOf = (kind: Told['kind'], id: string, { updateTime }: Pick<EventDocument, 'updateTime'>) =>
  `${kind} ${id} ${revisionOf(updateTime)}`

const versionsOf = (kind: Told['kind'], documents: readonly DocumentSnapshot[]): string[] =>
  documents.flatMap(({ id, updateTime }) => (updateTime ? [versionOf(kind, id, { updateTime })] : []))

const storedRequestIds = z.looseObject({ requestIds: storedEntry.shape.requestIds })
/** Also of an entry that cannot be read otherwise. */
const requestIdsIn = (entry: DocumentSnapshot): readonly string[] =>
  soundIn(entry, storedRequestIds)?.requestIds ?? []

/** Open items of a property that are counted, most. */
const mostItems = 200

export const portfolio = (db: Firestore): Portfolio => ({
  async read(propertyId, told) {
    const entries = entryDocs(db)
    const snapshot = await entries.doc(propertyId).get()
    const entry = entries.sound(snapshot)?.value
    if (told?.written && entry?.seen.includes(versionOf(told.kind, told.id, told.written))) return undefined
    const [requests, sources] = await Promise.all([
      requestKeysOf(db, propertyId, requestIdsIn(snapshot)),
      sourcesOf(db, propertyId),
    ])
    const { updateTime } = snapshot
    const revision = updateTime && revisionOf(updateTime)
    return { entry, revision, requests, sources }
  },

  async write(propertyId, next, kept) {
    const entry = entryDocs(db).doc(propertyId)
    const keysOf = (id: string) => requestKeyDocs(db).doc(id)
    const gone = [...kept.requests.keys()].filter(id => !next.requests.has(id))
    const changed = [...next.requests].filter(([id, keys]) => !isDeepStrictEqual(keys, kept.requests.get(id)))
    return commit(db, [
      next.entry ? put(entry, next.entry, kept.revision) : remove(entry, kept.revision),
      ...changed.map(([id, keys]) => set(keysOf(id), keys)),
      ...gone.map(id => remove(keysOf(id))),
    ])
  },

  async propertyOfRequest(requestId) {
    const { doc, sound } = requestKeyDocs(db)
    return sound(await doc(requestId).get())?.value.propertyId
  },

  async entriesOf(propertyIds) {
    const { doc, sound } = entryDocs(db)
    return byId(await db.getAll(propertyIds.map(doc)), snapshot => sound(snapshot)?.value)
  },

  async idsAfter(propertyId, limit) {
    const queries = await db.queries()
    const ids: string[] = []
    for (let after = propertyId; ids.length < limit; ) {
      const stretch = await stretchAfter(queries, after, limit)
      ids.push(...stretch.ids)
      if (stretch.until === undefined) break
      after = stretch.until
    }
    return ids.slice(0, limit)
  },

  async page(keys, after, limit) {
    const queries = await db.queries()
    const all = keyed(queries.collection('portfolio'), keys).orderBy('sort')
    const { found, next } = await matching(all, after, limit, {
      read: snapshot => entryIn(snapshot, keys),
      placeOf: snapshot => textIn(snapshot, 'sort'),
    })
    return { entries: found, next: next ?? null }
  },
})

/** In the order of Firestore, which a page ends in. */
const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The ids that are named anywhere, and up to where that is all of them; undefined: to the end. */
async function stretchAfter(
  queries: Queries,
  propertyId: string | undefined,
  limit: number,
): Promise<{ ids: string[]; until: string | undefined }> {
  const behind = (ordered: Query) => pageOf(ordered, limit, propertyId)
  const [stored, kept, channels, requests] = await Promise.all([
    behind(queries.collection('properties').orderBy('__name__').select()),
    behind(queries.collection('portfolio').orderBy('__name__').select()),
    behind(queries.collection('propertyChannels').orderBy('propertyId').select('propertyId')),
    behind(queries.collection('connectionRequests').orderBy('propertyId').select('propertyId')),
  ])
  const idOf = ({ id }: DocumentSnapshot) => id
  const named = (document: DocumentSnapshot) => textIn(document, 'propertyId') ?? ''
  const lists = [stored.map(idOf), kept.map(idOf), channels.map(named), requests.map(named)]
  const [until] = lists.flatMap(ids => (ids.length < limit ? [] : (ids.at(-1) ?? []))).toSorted(bytewise)
  const ids = [...new Set(lists.flat())]
    .filter(id => isDocumentId(id) && (until === undefined || bytewise(id, until) <= 0))
    .toSorted(bytewise)
  return { ids, until }
}

function entryIn(snapshot: QueryDocumentSnapshot, keys: readonly string[]): EntryOf | undefined {
  const entry = soundIn(snapshot, storedEntry)
  return entry && hasAll(entry.keys, keys) ? { ...entry, propertyId: snapshot.id } : undefined
}

/** Another property's, to which a request went, are not taken for its own. */
async function requestKeysOf(
  db: Firestore,
  propertyId: string,
  requestIds: readonly string[],
): Promise<Kept['requests']> {
  const { doc, sound } = requestKeyDocs(db)
  return byId(await db.getAll(requestIds.map(doc)), snapshot => {
    const keys = sound(snapshot)?.value
    return keys?.propertyId === propertyId ? keys : undefined
  })
}

async function sourcesOf(db: Firestore, propertyId: string): Promise<Sources> {
  const queries = await db.queries()
  const [property, channels, requests, items] = await Promise.all([
    db.doc(`properties/${propertyId}`).get(),
    queries
      .collection('propertyChannels')
      .where('propertyId', '==', propertyId)
      .select(...channelFields)
      .get(),
    queries.collection('connectionRequests').where('propertyId', '==', propertyId).get(),
    queries
      .collection('items')
      .where('propertyId', '==', propertyId)
      .where('status', '==', 'open')
      .where('kind', 'in', kindsOfProperty)
      .select('kind', 'ota', 'channelId')
      .limit(mostItems)
      .get(),
  ])
  const landlordId = textIn(property, 'landlordId')
  const account = await named(landlordId, id => db.doc(`accounts/${id}`))?.get()
  return {
    propertyId,
    seen: [
      ...versionsOf('property', [property]),
      ...versionsOf('channel', channels.docs),
      ...versionsOf('request', requests.docs),
    ],
    property: property.exists ? { name: textIn(property, 'name'), landlordId } : undefined,
    landlordName: textIn(account, 'name'),
    channels: byId(channels.docs, snapshot => soundIn(snapshot, storedSourceChannel)),
    requests: [...byId(requests.docs, requestIn).values()],
    items: [...byId(items.docs, snapshot => soundIn(snapshot, storedSourceItem)).values()],
  }
}

const channelFields = [
  'ota',
  'status',
  'hotelId',
  'requestIds',
  'verdict',
  'mapping',
  'disconnectedAt',
  'notSelling',
]
