import { FieldValue, type Firestore } from 'firebase-admin/firestore'
import {
  storedAccount,
  storedAttempt,
  storedChannel,
  storedProperty,
  storedRatePlan,
  storedRequest,
  storedRoom,
} from '../../lib/connection/model.ts'
import type { ConnectionStore, Target, TargetContext } from '../../lib/connection/ports.ts'
import { commitCompletion } from './completion.ts'
import { attemptDoc, channelDoc } from './connection-paths.ts'
import { isLostRace } from './failures.ts'
import { closeRequests, rejectAttempt } from './requests.ts'
import { defined, parsed, revisionOf, unchanged, versioned } from './values.ts'

export const connectionStore = (db: Firestore): ConnectionStore => ({
  load: target => loadTarget(db, target),

  async account(landlordId) {
    return parsed(await db.doc(`accounts/${landlordId}`).get(), storedAccount)
  },

  async claim(target, claim, previous) {
    const document = attemptDoc(db, target)
    const { propertyId, ota } = target
    const attempt = { propertyId, ota, ...claim, status: 'running', undo: 'none', steps: {} }
    try {
      const written =
        previous === undefined
          ? await document.create(attempt)
          : await document.update({ ...attempt, endedAt: FieldValue.delete() }, unchanged(previous))
      return revisionOf(written.writeTime)
    } catch (error) {
      if (isLostRace(error)) return undefined
      throw error
    }
  },

  async journal(target, revision, { step, status, state, at }) {
    const { subscriptionId, channelId, channelIsOurs, channelWasActive, createUnsettled } = state
    const written = await attemptDoc(db, target).update(
      {
        [`steps.${step}`]: { status, at },
        state: defined({ subscriptionId, channelId, channelIsOurs, channelWasActive, createUnsettled }),
      },
      unchanged(revision),
    )
    return revisionOf(written.writeTime)
  },

  async pendingRequestIds(target) {
    const found = await requestsOf(db, target).where('status', '==', 'pending').get()
    return found.docs.map(document => document.id)
  },

  complete: (completion, revision) => commitCompletion(db, completion, revision),
  closeRequests: (requestIds, at) => closeRequests(db, requestIds, at),
  reject: rejected => rejectAttempt(db, rejected),
})

const requestsOf = (db: Firestore, { propertyId, ota }: Target) =>
  db.collection('connectionRequests').where('propertyId', '==', propertyId).where('ota', '==', ota)

async function loadTarget(db: Firestore, target: Target): Promise<TargetContext> {
  const property = db.doc(`properties/${target.propertyId}`)
  const [[propertySnapshot, channelSnapshot, attemptSnapshot], rooms, ratePlans, requests] =
    await Promise.all([
      db.getAll(property, channelDoc(db, target), attemptDoc(db, target)),
      property.collection('rooms').get(),
      property.collection('ratePlans').get(),
      requestsOf(db, target).get(),
    ])
  return {
    property: propertySnapshot && parsed(propertySnapshot, storedProperty),
    channel: channelSnapshot && parsed(channelSnapshot, storedChannel),
    attempt: attemptSnapshot && versioned(attemptSnapshot, storedAttempt),
    rooms: rooms.docs.flatMap(document => withId(document.id, parsed(document, storedRoom))),
    ratePlans: ratePlans.docs.flatMap(document => withId(document.id, parsed(document, storedRatePlan))),
    requests: requests.docs.flatMap(document => withId(document.id, parsed(document, storedRequest))),
  }
}

const withId = <T extends object>(id: string, value: T | undefined): (T & { id: string })[] =>
  value ? [{ ...value, id }] : []
