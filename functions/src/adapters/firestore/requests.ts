import { type DocumentSnapshot, FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import type { AuditEntry } from '../../lib/audit.ts'
import type { Holder, OpenRequest, Refusal, RejectedAttempt, Target } from '../../lib/connection/ports.ts'
import { leftBehind, stillHeld } from './attempts.ts'
import { attemptDoc, pendingRequestsOf, requestDoc } from './connection-paths.ts'
import { isLostRace } from './failures.ts'
import { auditDoc } from './paths.ts'
import { defined, revisionOf, unchanged } from './values.ts'

const maxTries = 4

/** Those named that still exist, and all that are pending. */
export async function openRequests(
  db: Firestore,
  target: Target,
  requestIds: readonly string[],
): Promise<OpenRequest[]> {
  const [named, pending] = await Promise.all([
    readRequests(db, requestIds),
    pendingRequestsOf(db, target).get(),
  ])
  const found = [...named, ...pending.docs].flatMap(({ id, updateTime }) =>
    updateTime ? [{ id, revision: revisionOf(updateTime) }] : [],
  )
  return [...new Map(found.map(request => [request.id, request])).values()]
}

const readRequests = async (db: Firestore, ids: readonly string[]): Promise<DocumentSnapshot[]> =>
  ids.length > 0 ? db.getAll(...ids.map(id => requestDoc(db, id))) : []

type Patch = Record<string, unknown>

/** Closes the requests that a channel which is active already answers. */
export const closeRequests = (db: Firestore, requestIds: readonly string[], at: Date): Promise<void> =>
  untilUnchanged(async () => {
    const patch = { status: 'completed', completedAt: at, rejection: FieldValue.delete() }
    await (await batchOf(db, requestIds, patch)).commit()
  })

/** Rejects requests that no attempt stands behind. The audit entry is written whatever becomes of them. */
export async function refuseRequests(
  db: Firestore,
  { requestIds, rejection, audit }: Refusal,
): Promise<void> {
  try {
    await untilUnchanged(async () => {
      const batch = await batchOf(db, requestIds, { status: 'rejected', rejection })
      writeAudit(db, batch, audit)
      await batch.commit()
    })
  } catch (error) {
    const alone = db.batch()
    writeAudit(db, alone, audit)
    await alone.commit()
    throw error
  }
}

/** Rejects the requests and ends the attempt, or, when the claim is lost, does nothing. */
export async function rejectAttempt(
  db: Firestore,
  { requestIds, rejection, audit, leftover, currentStep }: RejectedAttempt,
  holder: Holder,
): Promise<void> {
  const ended = { status: 'rejected', rejection, endedAt: rejection.at, ...defined({ currentStep }) }
  let { revision } = holder
  for (let tries = 1; ; tries += 1) {
    const batch = await batchOf(db, requestIds, { status: 'rejected', rejection })
    writeAudit(db, batch, audit)
    batch.update(attemptDoc(db, holder.target), { ...ended, ...leftBehind(leftover) }, unchanged(revision))
    try {
      await batch.commit()
      return
    } catch (error) {
      const now = await stillHeld(db, holder, error)
      if (now.value.status === 'rejected') return
      if (now.value.status !== 'running' || tries >= maxTries) throw error
      revision = now.revision
    }
  }
}

function writeAudit(db: Firestore, batch: WriteBatch, audit: AuditEntry | undefined): void {
  if (!audit) return
  const { id, ...entry } = audit
  batch.set(auditDoc(db, id), entry)
}

/** The patch for requests that are not completed, on condition that they stay as they are read here. */
async function batchOf(db: Firestore, requestIds: readonly string[], patch: Patch): Promise<WriteBatch> {
  const requests = await readRequests(db, requestIds)
  const batch = db.batch()
  for (const request of requests) {
    if (!request.updateTime || request.get('status') === 'completed') continue
    batch.update(request.ref, patch, { lastUpdateTime: request.updateTime })
  }
  return batch
}

/** Again when something was written meanwhile. */
async function untilUnchanged(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write()
    } catch (error) {
      if (!isLostRace(error) || tries >= maxTries) throw error
    }
  }
}
