import { FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import type { RejectedAttempt } from '../../lib/connection/ports.ts'
import { attemptDoc, requestDoc } from './connection-paths.ts'
import { isLostRace } from './failures.ts'
import { auditDoc } from './paths.ts'
import { defined, unchanged } from './values.ts'

const maxTries = 4

/** Closes the requests that a channel which is active already answers. */
export const closeRequests = (db: Firestore, requestIds: readonly string[], at: Date): Promise<void> =>
  updateOpenRequests(db, requestIds, { status: 'completed', completedAt: at, rejection: FieldValue.delete() })

/**
 * Rejects the requests and, when there was a claim, ends the attempt. When the claim is lost both belong to whoever has
 * taken over, and only the audit entry is written.
 */
export async function rejectAttempt(db: Firestore, rejected: RejectedAttempt): Promise<void> {
  const patch = { status: 'rejected', rejection: rejected.rejection }
  try {
    await updateOpenRequests(db, rejected.requestIds, patch, batch => {
      writeAudit(db, batch, rejected)
      endAttempt(db, batch, rejected)
    })
  } catch (error) {
    const audit = db.batch()
    writeAudit(db, audit, rejected)
    await audit.commit()
    throw error
  }
}

function writeAudit(db: Firestore, batch: WriteBatch, { audit }: RejectedAttempt): void {
  if (!audit) return
  const { id, ...entry } = audit
  batch.set(auditDoc(db, id), entry)
}

function endAttempt(db: Firestore, batch: WriteBatch, { target, rejection, attempt }: RejectedAttempt): void {
  if (!attempt) return
  const { subscriptionId, channelId, channelIsOurs, channelWasActive, unsettledCreate } = attempt.state
  const leftover = attempt.undone
    ? {}
    : defined({ subscriptionId, channelId, channelIsOurs, channelWasActive, unsettledCreate })
  batch.update(
    attemptDoc(db, target),
    {
      status: 'rejected',
      rejection,
      undo: attempt.undone ? 'none' : 'pending',
      state: leftover,
      endedAt: rejection.at,
    },
    unchanged(attempt.revision),
  )
}

/** Writes to requests that are not completed, as they were when read; one that was written meanwhile is read again. */
async function updateOpenRequests(
  db: Firestore,
  requestIds: readonly string[],
  patch: Record<string, unknown>,
  alsoWrite: (batch: WriteBatch) => void = () => undefined,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const requests = requestIds.length > 0 ? await db.getAll(...requestIds.map(id => requestDoc(db, id))) : []
    const batch = db.batch()
    for (const request of requests) {
      if (!request.updateTime || request.get('status') === 'completed') continue
      batch.update(request.ref, patch, { lastUpdateTime: request.updateTime })
    }
    alsoWrite(batch)
    try {
      await batch.commit()
      return
    } catch (error) {
      if (!isLostRace(error) || tries >= maxTries) throw error
    }
  }
}
