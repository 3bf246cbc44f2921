import type { Query } from 'firebase-admin/firestore'
import { type GuidedRequests, storedGuidedRequest } from '../../lib/connection/guide/sent-steps.ts'
import { type ConnectionRequest, storedRequest } from '../../lib/connection/model.ts'
import type {
  AskedFor,
  Connections,
  OpenRequest,
  RequestEnd,
  StandingRequests,
} from '../../lib/connection/ports.ts'
import {
  type ListedRequest,
  storedListedRequest,
  storedProgress,
} from '../../lib/connection/requests/list-requests.ts'
import { storedWaitingRequest } from '../../lib/connection/requests/waiting.ts'
import type { Target } from '../../lib/connection/target.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { DocumentSnapshot, Firestore, Queries, Write } from './client.ts'
import { commit } from './commit-extras.ts'
import {
  byId,
  create,
  defined,
  remove,
  repository,
  revisionOf,
  set,
  soundIn,
  textIn,
  update,
  withIds,
  without,
  withoutUndefined,
} from './repository.ts'
import { endOf } from './retention.ts'

export const requestDoc = (db: Firestore, id: string) => db.doc(`connectionRequests/${id}`)

const requestsOf = (db: Queries, { propertyId, ota }: AskedFor): Query =>
  db.collection('connectionRequests').where('propertyId', '==', propertyId).where('ota', '==', ota)

/** Every valid request for the target. */
export async function requestsFor(db: Firestore, target: Target): Promise<ConnectionRequest[]> {
  const { docs } = await requestsOf(await db.queries(), target).get()
  return withIds(byId(docs, snapshot => soundIn(snapshot, storedRequest)))
}

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
  return [...byId([...named, ...(pending?.docs ?? [])], openRequest).values()]
}

function openRequest(snapshot: DocumentSnapshot): OpenRequest | undefined {
  const { id, updateTime } = snapshot
  const isCompleted = snapshot.get('status') === 'completed'
  const waitsWith = soundIn(snapshot, storedWaitingRequest)?.wait?.hotelId
  return updateTime && { id, revision: revisionOf(updateTime), isCompleted, waitsWith }
}

/** The fields of a request that is tried again by itself. */
const waiting = ['waitingFor', 'wait', 'tryAt']

/** The end of requests, provided that they have not changed. */
export function requestEndWrites(db: Firestore, ended: readonly OpenRequest[], end: RequestEnd): Write[] {
  const at = end.status === 'completed' ? end.at : end.rejection.at
  const fields = {
    ...(end.status === 'completed'
      ? { status: end.status, completedAt: end.at, ...without(['rejection']) }
      : { status: end.status, rejection: end.rejection, ...triedFields(end.tried) }),
    ...endOf(db, 'connectionRequests', at),
  }
  return ended.map(request => {
    const over = keepsWaiting(end, request) ? {} : without(waiting)
    return update(requestDoc(db, request.id), { ...fields, ...over }, request.revision)
  })
}

const keepsWaiting = (end: RequestEnd, { waitsWith }: OpenRequest): boolean =>
  end.status === 'rejected' && end.keepsWait && waitsWith === end.tried.hotelId

const triedFields = ({ hotelId, listingUrl }: Tried) => ({
  ...{ hotelId, ...(listingUrl === undefined ? without(['listingUrl']) : { listingUrl }) },
})
type Tried = Extract<RequestEnd, { status: 'rejected' }>['tried']

const waitingDocs = (db: Firestore) =>
  repository(db, {
    path: (id: string) => `connectionRequests/${id}`,
    schema: storedWaitingRequest,
  })

/** Requests that are tried again by themselves. */
export const waitingRequests = (db: Firestore): Pick<Connections, 'waiting' | 'changeWait'> => ({
  async waiting(requestId) {
    const { doc, sound } = waitingDocs(db)
    const stored = sound(await doc(requestId).get())
    if (!stored || stored.value.hotelId !== undefined || !isTarget(stored.value)) return stored
    // Rejected by an earlier release, which kept the hotel with the attempt alone.
    const { attempt } = pathsOf(stored.value)
    const tried = soundIn(await db.doc(attempt).get(), storedProgress)
    const hotelId = tried?.requestIds.includes(requestId) ? tried.hotelId : undefined
    return { ...stored, value: { ...stored.value, hotelId } }
  },

  changeWait: (requestId, next, previous, extras) =>
    commit(
      db,
      [update(requestDoc(db, requestId), next ? withoutUndefined(next) : without(waiting), previous)],
      extras,
    ),
})

/** Steps of the guide that were sent to the landlord. */
export const guidedRequests = (db: Firestore): GuidedRequests => ({
  async guided(requestId) {
    const path = (id: string) => `connectionRequests/${id}`
    const { doc, sound } = repository(db, { path, schema: storedGuidedRequest })
    return sound(await doc(requestId).get())
  },

  changeSentSteps: (requestId, sentSteps, previous, extras) =>
    commit(db, [update(requestDoc(db, requestId), { sentSteps }, previous)], extras),
})

/** Asking for a connection, and taking that back. */
export const askedRequests = (
  db: Firestore,
): Pick<Connections, 'askedFor' | 'standingRequests' | 'ask' | 'withdraw'> => ({
  async askedFor(requestId) {
    const request = requestIn(await requestDoc(db, requestId).get())
    return request && isTarget(request) ? { propertyId: request.propertyId, ota: request.ota } : undefined
  },

  async standingRequests(about) {
    if (!isTarget(about)) return nothingStands
    const { property, attempt, channel } = pathsOf(about)
    const [[atProperty, atAttempt, atChannel], { docs }] = await Promise.all([
      db.getAll([property, attempt, channel].map(path => ({ path }))),
      requestsOf(await db.queries(), about).get(),
    ])
    return {
      property: atProperty?.exists ? { landlordId: textIn(atProperty, 'landlordId') } : undefined,
      requests: new Map(
        docs.map(document => [
          document.id,
          {
            value: {
              status: String(document.get('status')),
              connectingUntil: soundIn(document, storedWaitingRequest)?.wait?.connectingUntil,
              isLeftToUs: soundIn(document, storedWaitingRequest)?.waitingFor !== undefined,
              sentSteps: sentStepsIn(document),
            },
            revision: revisionOf(document.updateTime),
          },
        ]),
      ),
      isConnected: textIn(atChannel, 'status') === 'active',
      isConnecting: textIn(atAttempt, 'status') === 'running',
    }
  },

  ask({ id, at: createdAt, ...about }, previous, extras) {
    const document = requestDoc(db, id)
    const fields = defined({ ...about, status: 'pending', createdAt })
    if (previous === undefined) return commit(db, [create(document, fields)], extras)
    // All other old fields must go, and `set` takes no precondition.
    return commit(db, [update(document, { status: 'pending' }, previous), set(document, fields)], extras)
  },

  withdraw: (requestId, previous, extras) =>
    commit(db, [remove(requestDoc(db, requestId), previous)], extras),
})

export const isTarget = ({ propertyId, ota }: AskedFor): boolean =>
  isDocumentId(propertyId) && isDocumentId(`${propertyId}_${ota}`)

function sentStepsIn(document: DocumentSnapshot) {
  const { sentSteps = [] } = soundIn(document, storedGuidedRequest) ?? {}
  return sentSteps.length > 0 ? sentSteps : undefined
}

const nothingStands: StandingRequests = {
  ...{ property: undefined, requests: new Map(), isConnected: false, isConnecting: false },
}

export const pathsOf = ({ propertyId, ota }: AskedFor) => ({
  property: `properties/${propertyId}`,
  attempt: `connectionAttempts/${propertyId}_${ota}`,
  channel: `propertyChannels/${propertyId}_${ota}`,
})

export function requestIn(snapshot: DocumentSnapshot): ListedRequest | undefined {
  const request = soundIn(snapshot, storedListedRequest)
  return request && { ...request, id: snapshot.id }
}
