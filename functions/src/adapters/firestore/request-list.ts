import type { DocumentReference, DocumentSnapshot, Firestore } from 'firebase-admin/firestore'
import * as z from 'zod'
import {
  attemptView,
  type Progress,
  type RequestDetails,
  type RequestFilter,
  type RequestList,
  type RequestView,
  storedListedRequest,
  storedProgress,
} from '../../lib/connection/requests/list-requests.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { newestFirst } from './newest-first.ts'
import { plain, textIn } from './values.ts'

type StoredRequest = z.output<typeof storedListedRequest> & { id: string }

export const requestList = (db: Firestore): RequestList => ({
  async page(filter, cursor) {
    const requests = db.collection('connectionRequests')
    const page = await newestFirst(requests, narrowed(db, filter), cursor, isFor(filter))
    if (!page) return undefined
    const found = page.documents.flatMap(requestIn)
    const around = await read(db, found.flatMap(surroundings(db)))
    const landlords = await read(db, found.flatMap(landlordOf(db, around)))
    const items = found.map(request => viewOf(request, new Map([...around, ...landlords])))
    return { items, nextCursor: page.nextCursor }
  },

  async details(id) {
    const [request] = requestIn(await db.doc(`connectionRequests/${id}`).get())
    if (!request) return undefined
    const around = await read(db, surroundings(db)(request))
    const landlords = await read(db, landlordOf(db, around)(request))
    return detailsOf(request, new Map([...around, ...landlords]))
  },
})

/** The filter that leaves least; the rest of it is held against what that finds. */
function narrowed(db: Firestore, { propertyId, status }: RequestFilter) {
  if (propertyId !== undefined)
    return db.collection('connectionRequests').where('propertyId', '==', propertyId)
  if (status !== undefined) return db.collection('connectionRequests').where('status', '==', status)
  return db.collection('connectionRequests')
}

const isFor =
  ({ status, ota }: RequestFilter) =>
  (snapshot: DocumentSnapshot): boolean =>
    requestIn(snapshot).some(
      request =>
        (status === undefined || request.status === status) && (ota === undefined || request.ota === ota),
    )

function requestIn(snapshot: DocumentSnapshot): StoredRequest[] {
  const { data } = storedListedRequest.safeParse(plain(snapshot.data()))
  return data ? [{ ...data, id: snapshot.id }] : []
}

/** By path. */
type Found = ReadonlyMap<string, DocumentSnapshot>

async function read(db: Firestore, documents: readonly DocumentReference[]): Promise<Found> {
  const distinct = [...new Map(documents.map(document => [document.path, document])).values()]
  const snapshots = distinct.length > 0 ? await db.getAll(...distinct) : []
  return new Map(snapshots.map(snapshot => [snapshot.ref.path, snapshot]))
}

const pathsOf = ({ propertyId, ota }: StoredRequest) => {
  const id = `${propertyId}_${ota}`
  return {
    property: `properties/${propertyId}`,
    attempt: `connectionAttempts/${id}`,
    channel: `propertyChannels/${id}`,
  }
}

const surroundings =
  (db: Firestore) =>
  (request: StoredRequest): DocumentReference[] =>
    isDocumentId(request.propertyId) && isDocumentId(`${request.propertyId}_${request.ota}`)
      ? Object.values(pathsOf(request)).map(path => db.doc(path))
      : []

const landlordOf =
  (db: Firestore, found: Found) =>
  (request: StoredRequest): DocumentReference[] => {
    const id = textIn(found.get(pathsOf(request).property), 'landlordId')
    return id !== undefined && isDocumentId(id) ? [db.doc(`accounts/${id}`)] : []
  }

function viewOf(request: StoredRequest, found: Found): RequestView {
  const { id, propertyId, ota, status, createdAt = null, completedAt, rejection } = request
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
    rejection,
    hotelId: request.hotelId ?? triedHotel(request, found),
  }
}

/** The hotel that the newest attempt, or the channel, which answered this request is for. */
function triedHotel(request: StoredRequest, found: Found): string | undefined {
  const { attempt, channel } = pathsOf(request)
  return [attempt, channel]
    .flatMap(path => progressIn(found.get(path)) ?? [])
    .find(({ requestIds }) => requestIds.includes(request.id))?.hotelId
}

function progressIn(snapshot: DocumentSnapshot | undefined): Progress | undefined {
  return snapshot?.exists ? storedProgress.safeParse(plain(snapshot.data())).data : undefined
}

function detailsOf(request: StoredRequest, found: Found): RequestDetails {
  const paths = pathsOf(request)
  const [property, channel] = [found.get(paths.property), found.get(paths.channel)]
  const progress = progressIn(found.get(paths.attempt))
  const listingUrls = urls(property)
  return {
    ...viewOf(request, found),
    property: {
      id: request.propertyId,
      name: textIn(property, 'name') ?? null,
      channelManagerConnected: Boolean(textIn(property, 'channelManagerId')),
      ...(listingUrls && { listingUrls }),
    },
    attempt: progress ? attemptView(progress) : null,
    channel: channel?.exists ? { id: channel.id, status: textIn(channel, 'status') ?? 'unknown' } : null,
  }
}

const urls = (property: DocumentSnapshot | undefined): string[] | undefined =>
  z.array(z.string()).safeParse(property?.get('listingUrls')).data
