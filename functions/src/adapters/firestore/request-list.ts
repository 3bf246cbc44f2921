import * as z from 'zod'
import { storedAccount } from '../../lib/connection/model.ts'
import {
  attemptView,
  type ListedRequest,
  type RequestDetails,
  type RequestFilter,
  type RequestList,
  type RequestView,
  shownRejection,
  storedBeside,
  storedProgress,
} from '../../lib/connection/requests/list-requests.ts'
import { priceOf } from '../../lib/connection/requests/waiting.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { facetsOfRequest } from '../../lib/portfolio/put-together.ts'
import { isInVain, keysSought } from '../../lib/portfolio/search-keys.ts'
import type { DocumentSnapshot, Firestore, Queries } from './client.ts'
import { newestFirst } from './newest-first.ts'
import { byId, soundIn, textIn } from './repository.ts'
import { requestsWith } from './request-keys.ts'
import { isTarget, pathsOf, requestDoc, requestIn } from './requests.ts'

export const requestList = (db: Firestore): RequestList => ({
  async page(filter, cursor) {
    if (isInVain(filter.q)) return { items: [], nextCursor: null }
    const keys = keysSought(filter.q, facetsOfRequest(filter))
    if (filter.q !== undefined) return foundPage(db, { filter, keys, cursor })
    const queries = await db.queries()
    const requests = queries.collection('connectionRequests')
    const page = await newestFirst(requests, narrowed(queries, filter), cursor, snapshot => {
      const request = requestIn(snapshot)
      return request && isFor(filter, request) ? request : undefined
    })
    if (!page) return undefined
    const around = await readAround(db, page.items)
    return { ...page, items: page.items.map(request => viewOf(request, around)) }
  },

  async details(id) {
    const request = requestIn(await requestDoc(db, id).get())
    return request && detailsOf(request, await readAround(db, [request]))
  },
})

/** Those with all of the keys, as they are stored now. */
async function foundPage(
  db: Firestore,
  { filter, keys, cursor }: { filter: RequestFilter; keys: readonly string[]; cursor: string | undefined },
): ReturnType<RequestList['page']> {
  const found = await requestsWith(db, keys, cursor)
  if (!found) return undefined
  const stored = await db.getAll(found.ids.map(id => requestDoc(db, id)))
  const items = [...byId(stored, requestIn).values()].filter(request => isFor(filter, request))
  const around = await readAround(db, items)
  return { items: items.map(request => viewOf(request, around)), nextCursor: found.next }
}

/** Queries by the most selective filter; the others are checked on the results. */
function narrowed(db: Queries, { propertyId, status }: RequestFilter) {
  if (propertyId !== undefined)
    return db.collection('connectionRequests').where('propertyId', '==', propertyId)
  if (status !== undefined) return db.collection('connectionRequests').where('status', '==', status)
  return db.collection('connectionRequests')
}

const isFor = ({ propertyId, status, ota }: RequestFilter, request: ListedRequest): boolean =>
  (propertyId === undefined || request.propertyId === propertyId) &&
  (status === undefined || request.status === status) &&
  (ota === undefined || request.ota === ota)

/** By path. */
type Found = ReadonlyMap<string, DocumentSnapshot>

/** What stands beside requests: their properties with landlords, attempts and channels. */
async function readAround(db: Firestore, requests: readonly ListedRequest[]): Promise<Found> {
  const named = requests.filter(isTarget)
  const around = await read(
    db,
    named.flatMap(request => Object.values(pathsOf(request))),
  )
  const landlordIds = named.flatMap(
    request => textIn(around.get(pathsOf(request).property), 'landlordId') ?? [],
  )
  const landlords = await read(
    db,
    landlordIds.filter(isDocumentId).map(id => `accounts/${id}`),
  )
  return new Map([...around, ...landlords])
}

async function read(db: Firestore, paths: readonly string[]): Promise<Found> {
  const snapshots = await db.getAll([...new Set(paths)].map(path => ({ path })))
  return new Map(snapshots.map(snapshot => [snapshot.ref.path, snapshot]))
}

function viewOf(request: ListedRequest, found: Found): RequestView {
  const { id, propertyId, ota, status, createdAt = null, completedAt, waitingFor } = request
  const property = found.get(pathsOf(request).property)
  const landlordId = textIn(property, 'landlordId') ?? null
  return {
    id,
    propertyId,
    propertyName: textIn(property, 'name') ?? null,
    landlordId,
    landlordName: textIn(found.get(`accounts/${landlordId}`), 'name') ?? null,
    ota,
    status,
    createdAt,
    completedAt,
    rejection: shownRejection(request),
    waitingFor,
    ...(isOver(request, found) && { disconnected: true }),
    hotelId: request.hotelId ?? triedHotel(request, found),
  }
}

/** It was connected, and is not any more; nor is it being connected again. */
function isOver(request: ListedRequest, found: Found): boolean {
  const { attempt, channel } = pathsOf(request)
  const isRunning = soundIn(found.get(attempt), storedProgress)?.status === 'running'
  const isDisconnected = soundIn(found.get(channel), storedBeside)?.status === 'disconnected'
  return request.status === 'completed' && isDisconnected && !isRunning
}

/** The hotel of the newest attempt, or of the channel, that answered this request. */
function triedHotel(request: ListedRequest, found: Found): string | undefined {
  const { attempt, channel } = pathsOf(request)
  return [attempt, channel]
    .flatMap(path => soundIn(found.get(path), storedProgress) ?? [])
    .find(({ requestIds }) => requestIds.includes(request.id))?.hotelId
}

function detailsOf(request: ListedRequest, found: Found): RequestDetails {
  const paths = pathsOf(request)
  const view = viewOf(request, found)
  const [property, channel] = [found.get(paths.property), found.get(paths.channel)]
  const progress = soundIn(found.get(paths.attempt), storedProgress)
  const account = soundIn(found.get(`accounts/${view.landlordId}`), storedAccount)
  const listingUrls = z.array(z.string()).safeParse(property?.get('listingUrls')).data
  return {
    ...view,
    property: {
      id: view.propertyId,
      name: view.propertyName,
      channelManagerConnected: Boolean(textIn(property, 'channelManagerId')),
      ...(listingUrls && { listingUrls }),
    },
    attempt: progress ? attemptView(progress) : null,
    channel: channelBeside(channel),
    price: account ? priceOf(account) : null,
  }
}

function channelBeside(snapshot: DocumentSnapshot | undefined): RequestDetails['channel'] {
  const channel = soundIn(snapshot, storedBeside)
  if (!snapshot || !channel) return null
  const { status, hotelId, disconnectedAt } = channel
  return { id: snapshot.id, status, hotelId, disconnectedAt }
}
