import type { DocumentSnapshot, Firestore, WriteBatch } from 'firebase-admin/firestore'
import * as z from 'zod'
import {
  storedAccount,
  storedAttempt,
  storedChannel,
  storedProperty,
  storedRatePlan,
  storedRequest,
  storedRoom,
} from '../../lib/connection/model.ts'
import { otaNames } from '../../lib/connection/otas.ts'
import type { Completion, ConnectionStore, Target, TargetContext } from '../../lib/connection/ports.ts'
import { defective } from '../../lib/connection/prerequisites.ts'
import { isDocumentId } from '../../lib/identifiers.ts'
import { claimAttempt, journalEntry, settleAttempt } from './attempts.ts'
import { commitCompletion } from './completion.ts'
import { attemptDoc, channelDoc, pendingRequestsOf, requestsOf } from './connection-paths.ts'
import { closeIfOpen, openUnlessOpen } from './items.ts'
import { sweepLimit } from './paths.ts'
import { closeRequests, openRequests, refuseRequests, rejectAttempt } from './requests.ts'
import { parsed, StoredShapeError, versioned } from './values.ts'

/** What else the commit of a completed connection writes. */
export type Settlement = (batch: WriteBatch, completion: Completion) => void

export const connectionStore = (db: Firestore, settle: Settlement): ConnectionStore => ({
  load: target => loadTarget(db, target),

  async account(landlordId) {
    if (!isDocumentId(landlordId)) return undefined
    const snapshot = await db.doc(`accounts/${landlordId}`).get()
    const defects: string[] = []
    const [account] = readSound(storedAccount, [snapshot], defects)
    if (defects.length === 0) return account?.value
    throw defective(defects)
  },

  async propertyName(channelManagerPropertyId) {
    const found = await db
      .collection('properties')
      .where('channelManagerId', '==', channelManagerPropertyId)
      .limit(1)
      .get()
    const [property] = found.docs
    return property && parsed(property, storedProperty)?.name
  },

  async userOf(channelManagerChannelId, target) {
    const found = await db
      .collection('propertyChannels')
      .where('channelManagerChannelId', '==', channelManagerChannelId)
      .get()
    const own = channelDoc(db, target).id
    const other = found.docs.find(channel => channel.id !== own && channel.get('status') !== 'disconnected')
    if (!other) return undefined
    const propertyId = String(other.get('propertyId'))
    const property = parsed(await db.doc(`properties/${propertyId}`).get(), storedProperty)
    return property?.name ?? propertyId
  },

  claim: (target, claim, previous) => claimAttempt(db, target, claim, previous),
  journal: (holder, entry) => journalEntry(db, holder, entry),
  settle: (holder, leftover) => settleAttempt(db, holder, leftover),
  openItem: item => openUnlessOpen(db, item),
  closeItem: (id, at) => closeIfOpen(db, id, at),

  async pendingRequestIds(target) {
    const found = await pendingRequestsOf(db, target).get()
    return found.docs.map(document => document.id)
  },

  openRequests: (target, requestIds) => openRequests(db, target, requestIds),
  complete: (completion, holder, requests) => commitCompletion(db, settle, completion, holder, requests),
  closeRequests: (requestIds, at) => closeRequests(db, requestIds, at),
  refuse: refusal => refuseRequests(db, refusal),
  reject: (rejected, holder) => rejectAttempt(db, rejected, holder),

  async unfinished(now) {
    const [dead, left] = await Promise.all([
      db
        .collection('connectionAttempts')
        .where('status', '==', 'running')
        .where('leaseUntil', '<=', now)
        .limit(sweepLimit)
        .get(),
      // Those tried last come last: what cannot be taken back for long keeps the others not back.
      db
        .collection('connectionAttempts')
        .where('undo', '==', 'pending')
        .orderBy('leaseUntil')
        .limit(sweepLimit)
        .get(),
    ])
    return [...dead.docs, ...left.docs].flatMap(attempt => storedTarget.safeParse(attempt.data()).data ?? [])
  },
})

const storedTarget = z.object({ propertyId: z.string(), ota: z.enum(otaNames) })

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
