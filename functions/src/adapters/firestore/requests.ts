import type { Query } from 'firebase-admin/firestore'
import * as z from 'zod'
import { type ConnectionRequest, storedRequest } from '../../lib/connection/model.ts'
import type { OpenRequest, RequestEnd } from '../../lib/connection/ports.ts'
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
import type { Target } from '../../lib/connection/target.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { DocumentReference, DocumentSnapshot, Firestore, Queries, Write } from './client.ts'
import { newestFirst } from './newest-first.ts'
import { revisionOf, soundIn, textIn, update, without } from './repository.ts'
import { endOf } from './retention.ts'

const requestDoc = (db: Firestore, id: string) => db.doc(`connectionRequests/${id}`)

const requestsOf = (db: Queries, { propertyId, ota }: Target): Query =>
  db.collection('connectionRequests').where('propertyId', '==', propertyId).where('ota', '==', ota)

/** Every valid request for the target. */
export const requestsFor = async (db: Firestore, target: Target): Promise<ConnectionRequest[]> =>
  (await requestsOf(await db.queries(), target).get()).docs.flatMap(snapshot => {
    const data = soundIn(snapshot, storedRequest)
    return data ? [{ ...data, id: snapshot.id }] : []
  })

/** The named requests that still exist, and all pending ones of the target, if given. */
export async function openRequests(
  db: Firestore,
  requestIds: readonly string[],
  pendingFor: Target | undefined,
): Promise<OpenRequest[]> {
  const [named, pending] = await Promise.all([
    db.getAll(requestIds.map(id => requestDoc(db, id))),
    pendingFor &&
      requestsOf(await db.queries(), pendingFor)
        .where('status', '==', 'pending')
        .get(),
  ])
  const found = [...named, ...(pending?.docs ?? [])].flatMap(openRequest)
  return [...new Map(found.map(request => [request.id, request])).values()]
}

function openRequest(snapshot: DocumentSnapshot): OpenRequest[] {
  const { id, updateTime } = snapshot
  const isCompleted = snapshot.get('status') === 'completed'
  return updateTime ? [{ id, revision: revisionOf(updateTime), isCompleted }] : []
}

/** The end of requests, provided that they have not changed. */
export function requestEndWrites(db: Firestore, ended: readonly OpenRequest[], end: RequestEnd): Write[] {
  const at = end.status === 'completed' ? end.at : end.rejection.at
  const fields = {
    ...(end.status === 'completed'
      ? { status: end.status, completedAt: end.at, ...without(['rejection']) }
      : end),
    ...endOf(db, 'connectionRequests', at),
  }
  return ended.map(({ id, revision }) => update(requestDoc(db, id), fields, revision))
}

type StoredRequest = z.output<typeof storedListedRequest> & { id: string }

export const requestList = (db: Firestore): RequestList => ({
  async page(filter, cursor) {
    const queries = await db.queries()
    const requests = queries.collection('connectionRequests')
    const page = await newestFirst(requests, narrowed(queries, filter), cursor, isFor(filter))
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

/** Queries by the most selective filter; the others are checked on the results. */
function narrowed(db: Queries, { propertyId, status }: RequestFilter) {
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
  const data = soundIn(snapshot, storedListedRequest)
  return data ? [{ ...data, id: snapshot.id }] : []
}

/** By path. */
type Found = ReadonlyMap<string, DocumentSnapshot>

async function read(db: Firestore, documents: readonly DocumentReference[]): Promise<Found> {
  const distinct = [...new Map(documents.map(document => [document.path, document])).values()]
  return new Map((await db.getAll(distinct)).map(snapshot => [snapshot.ref.path, snapshot]))
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

/** The hotel of the newest attempt, or of the channel, that answered this request. */
function triedHotel(request: StoredRequest, found: Found): string | undefined {
  const { attempt, channel } = pathsOf(request)
  return [attempt, channel]
    .flatMap(path => progressIn(found.get(path)) ?? [])
    .find(({ requestIds }) => requestIds.includes(request.id))?.hotelId
}

const progressIn = (snapshot: DocumentSnapshot | undefined): Progress | undefined =>
  soundIn(snapshot, storedProgress)

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
