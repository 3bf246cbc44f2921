import {
  anyFields,
  byId,
  collection,
  expiring,
  fieldRemoval,
  patch,
  type Store,
  type StoredDocument,
  type Write,
  without,
} from '../store.ts'
import { type ConnectionRequest, type Rejection, storedRequest } from './model.ts'
import type { Target } from './target.ts'

const requests = collection('connectionRequests/{requestId}', storedRequest).sound

export async function requestsFor(store: Store, { propertyId, ota }: Target): Promise<ConnectionRequest[]> {
  const documents = await store.find(requests.where('propertyId', '==', propertyId).where('ota', '==', ota))
  return documents.map(({ id, value }) => ({ ...value, id }))
}

const openOnes = collection(
  'connectionRequests/{requestId}',
  anyFields.transform(fields => ({
    isCompleted: fields.status === 'completed',
    isWaiting: fields.waitingFor !== undefined,
    hotelId: fields.hotelId,
  })),
)

export type OpenRequest = StoredDocument<{ isCompleted: boolean; isWaiting: boolean; hotelId: unknown }>

/** Skips missing requests. */
export async function openRequests(
  store: Store,
  requestIds: readonly string[],
  pendingFor?: Target,
): Promise<OpenRequest[]> {
  const [named, pending] = await Promise.all([
    store.readAll(requestIds.map(id => openOnes.at(id))),
    pendingFor
      ? store.find(
          openOnes
            .where('propertyId', '==', pendingFor.propertyId)
            .where('ota', '==', pendingFor.ota)
            .where('status', '==', 'pending'),
        )
      : [],
  ])
  return [...byId([...named, ...pending]).values()]
}

export type RequestEnd =
  | {
      status: 'rejected'
      rejection: Rejection
      tried: { hotelId: string; listingUrl?: string | undefined }
      /** A wait for the same hotel goes on. */
      keepsWait: boolean
    }
  | { status: 'completed'; at: Date }

/** For a patch; an earlier release wrote the last two. */
export const notWaiting = without(['waitingFor', 'wait', 'tryAt'])

export function requestEndWrites(ended: readonly OpenRequest[], end: RequestEnd): Write[] {
  const at = end.status === 'completed' ? end.at : end.rejection.at
  const fields = {
    ...(end.status === 'completed'
      ? { completedAt: at, rejection: fieldRemoval }
      : {
          rejection: end.rejection,
          hotelId: end.tried.hotelId,
          listingUrl: end.tried.listingUrl ?? fieldRemoval,
        }),
    status: end.status,
    ...expiring('connectionRequests', at),
  }
  return ended.map(request =>
    patch(request, { ...fields, ...(keepsWaiting(end, request) ? {} : notWaiting) }, request.revision),
  )
}

const keepsWaiting = (end: RequestEnd, { value: { isWaiting, hotelId } }: OpenRequest): boolean =>
  end.status === 'rejected' && end.keepsWait && isWaiting && hotelId === end.tried.hotelId
