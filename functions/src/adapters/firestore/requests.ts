import {
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Query,
  type WriteBatch,
} from 'firebase-admin/firestore'
import { type ConnectionRequest, storedRequest } from '../../lib/connection/model.ts'
import type { OpenRequest, RequestEnd, Target } from '../../lib/connection/ports.ts'
import { plain, revisionOf, unchanged } from './values.ts'

const requestDoc = (db: Firestore, id: string) => db.doc(`connectionRequests/${id}`)

const requestsOf = (db: Firestore, { propertyId, ota }: Target): Query =>
  db.collection('connectionRequests').where('propertyId', '==', propertyId).where('ota', '==', ota)

/** Every request for the target, without those of another shape. */
export const requestsFor = async (db: Firestore, target: Target): Promise<ConnectionRequest[]> =>
  (await requestsOf(db, target).get()).docs.flatMap(snapshot => {
    const { data } = storedRequest.safeParse(plain(snapshot.data()))
    return data ? [{ ...data, id: snapshot.id }] : []
  })

/** Those named that still exist, and, where a target is given, all that are pending for it. */
export async function openRequests(
  db: Firestore,
  requestIds: readonly string[],
  pendingFor: Target | undefined,
): Promise<OpenRequest[]> {
  const [named, pending] = await Promise.all([
    requestIds.length > 0 ? db.getAll(...requestIds.map(id => requestDoc(db, id))) : [],
    pendingFor && requestsOf(db, pendingFor).where('status', '==', 'pending').get(),
  ])
  const found = [...named, ...(pending?.docs ?? [])].flatMap(openRequest)
  return [...new Map(found.map(request => [request.id, request])).values()]
}

const openRequest = (snapshot: DocumentSnapshot): OpenRequest[] =>
  snapshot.updateTime
    ? [
        {
          id: snapshot.id,
          revision: revisionOf(snapshot.updateTime),
          isCompleted: snapshot.get('status') === 'completed',
        },
      ]
    : []

/** Adds the end of requests to a commit, on condition that they are as they were read. */
export function writeRequestEnd(
  db: Firestore,
  batch: WriteBatch,
  ended: readonly OpenRequest[],
  end: RequestEnd,
): void {
  const fields =
    end.status === 'completed'
      ? { status: end.status, completedAt: end.at, rejection: FieldValue.delete() }
      : { ...end }
  for (const { id, revision } of ended) batch.update(requestDoc(db, id), fields, unchanged(revision))
}
