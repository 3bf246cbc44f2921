import { type GuidedRequests, storedGuidedRequest } from '../../lib/connection/guide/sent-steps.ts'
import type { Firestore } from './client.ts'
import { commit } from './commit-extras.ts'
import { repository, update } from './repository.ts'

/** What the guide of a connection request has sent to the landlord. */
export function guidedRequests(db: Firestore): GuidedRequests {
  const { doc, sound } = repository(db, {
    path: (id: string) => `connectionRequests/${id}`,
    schema: storedGuidedRequest,
  })
  return {
    guided: async requestId => sound(await doc(requestId).get()),

    changeSentSteps: (requestId, sentSteps, previous, extras) =>
      commit(db, [update(doc(requestId), { sentSteps }, previous)], extras),
  }
}
