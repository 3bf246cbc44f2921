import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
} from 'firebase-admin/firestore'
import type * as z from 'zod'
import {
  type Attempt,
  storedAccount,
  storedAttempt,
  storedChannel,
  storedProperty,
  storedRatePlan,
  storedRequest,
  storedRoom,
} from '../../lib/connection/model.ts'
import type { ConnectionStore, Target, TargetContext } from '../../lib/connection/ports.ts'
import { defective } from '../../lib/connection/prerequisites.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import type { Revision } from '../../lib/ports.ts'
import { commitCompletion } from './completion.ts'
import { attemptDoc, channelDoc, pendingRequestsOf, requestsOf } from './connection-paths.ts'
import { isLostRace, isUnsettled } from './failures.ts'
import { closeRequests, rejectAttempt } from './requests.ts'
import { defined, parsed, revisionOf, StoredShapeError, unchanged, versioned } from './values.ts'

export const connectionStore = (db: Firestore): ConnectionStore => ({
  load: target => loadTarget(db, target),

  async account(landlordId) {
    if (!isDocumentId(landlordId)) return undefined
    const snapshot = await db.doc(`accounts/${landlordId}`).get()
    const defects: string[] = []
    const [account] = readSound(storedAccount, [snapshot], defects)
    if (defects.length === 0) return account?.value
    throw defective(defects)
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
      const own = await ownWrite(document, error, attempt => attempt.attemptId === claim.attemptId)
      if (own || isLostRace(error)) return own
      throw error
    }
  },

  async journal(target, revision, { step, status, state, at }) {
    const { subscriptionId, channelId, channelIsOurs, channelWasActive, unsettledCreate } = state
    const document = attemptDoc(db, target)
    try {
      const written = await document.update(
        {
          [`steps.${step}`]: { status, at },
          state: defined({ subscriptionId, channelId, channelIsOurs, channelWasActive, unsettledCreate }),
        },
        unchanged(revision),
      )
      return revisionOf(written.writeTime)
    } catch (error) {
      const own = await ownWrite(document, error, ({ steps }) => isEntry(steps[step], status, at))
      if (own) return own
      throw error
    }
  },

  async pendingRequestIds(target) {
    const found = await pendingRequestsOf(db, target).get()
    return found.docs.map(document => document.id)
  },

  complete: (completion, revision) => commitCompletion(db, completion, revision),
  closeRequests: (requestIds, at) => closeRequests(db, requestIds, at),
  reject: rejected => rejectAttempt(db, rejected),
})

/** The revision of a write that went through although its answer did not come; undefined when it is not there. */
async function ownWrite(
  document: DocumentReference,
  error: unknown,
  isOurs: (attempt: Attempt) => boolean,
): Promise<Revision | undefined> {
  if (!isUnsettled(error)) return undefined
  const attempt = versioned(await document.get(), storedAttempt)
  return attempt && isOurs(attempt.value) ? attempt.revision : undefined
}

const isEntry = (entry: Attempt['steps'][string] | undefined, status: string, at: Date): boolean =>
  entry?.status === status && entry.at instanceof Date && entry.at.getTime() === at.getTime()

async function loadTarget(db: Firestore, target: Target): Promise<TargetContext> {
  const property = db.doc(`properties/${target.propertyId}`)
  const [[propertySnapshot, channelSnapshot, attemptSnapshot], rooms, ratePlans, requests] =
    await Promise.all([
      db.getAll(property, channelDoc(db, target), attemptDoc(db, target)),
      property.collection('rooms').get(),
      property.collection('ratePlans').get(),
      requestsOf(db, target).get(),
    ])
  const defects: TargetContext['defects'] = { property: [], rooms: [] }
  const [found] = readSound(storedProperty, [propertySnapshot], defects.property)
  return {
    property: found?.value,
    rooms: readSound(storedRoom, rooms.docs, defects.rooms).map(withId),
    ratePlans: readSound(storedRatePlan, ratePlans.docs, defects.rooms).map(withId),
    requests: readSound(storedRequest, requests.docs, []).map(withId),
    channel: channelSnapshot && parsed(channelSnapshot, storedChannel),
    attempt: attemptSnapshot && versioned(attemptSnapshot, storedAttempt),
    defects,
  }
}

interface Identified<T> {
  id: string
  value: T
}

/** The documents that can be read; what is wrong with the others goes to `defects`. */
function readSound<S extends z.ZodType>(
  schema: S,
  snapshots: readonly (DocumentSnapshot | undefined)[],
  defects: string[],
): Identified<z.output<S>>[] {
  return snapshots.flatMap(snapshot => {
    try {
      const value = snapshot && parsed(snapshot, schema)
      return value === undefined ? [] : [{ id: snapshot?.id ?? '', value }]
    } catch (error) {
      if (!(error instanceof StoredShapeError)) throw error
      defects.push(error.message)
      return []
    }
  })
}

const withId = <T extends object>({ id, value }: Identified<T>): T & { id: string } => ({ ...value, id })
