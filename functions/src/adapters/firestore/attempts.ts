import { FieldValue, type Firestore, type WriteBatch } from 'firebase-admin/firestore'
import { type Attempt, type Leftover, storedAttempt } from '../../lib/connection/model.ts'
import {
  type AttemptClaim,
  ClaimLostError,
  type Holder,
  type JournalEntry,
  type Target,
} from '../../lib/connection/ports.ts'
import type { StepEntry } from '../../lib/pipeline.ts'
import type { Revision, Versioned } from '../../lib/ports.ts'
import { attemptDoc } from './connection-paths.ts'
import { isLostRace, isUnsettled } from './failures.ts'
import { auditDoc } from './paths.ts'
import { defined, revisionOf, unchanged, versioned } from './values.ts'

/** Undefined when somebody else has claimed since `previous` was read. */
export async function claimAttempt(
  db: Firestore,
  target: Target,
  { interrupted, ...claim }: AttemptClaim,
  previous: Revision | undefined,
): Promise<Revision | undefined> {
  const document = attemptDoc(db, target)
  const batch = db.batch()
  const { propertyId, ota } = target
  const attempt = stored({ propertyId, ota, ...claim, status: 'running', undo: 'none' })
  if (previous === undefined) batch.create(document, attempt)
  else batch.update(document, { ...cleared(claim), ...attempt }, unchanged(previous))
  if (interrupted) {
    const { id, ...entry } = interrupted
    batch.set(auditDoc(db, id), entry)
  }
  try {
    return await revisionAfter(batch)
  } catch (error) {
    const now = isUnsettled(error) ? await readAttempt(db, target) : undefined
    if (now?.value.claimId === claim.claimId) return now.revision
    if (isLostRace(error)) return undefined
    throw error
  }
}

/** What an earlier claim may have written and this one does not. */
function cleared({ isTold, startedAt }: Omit<AttemptClaim, 'interrupted'>): Record<string, unknown> {
  const gone = ['paymentId', 'listingUrl', 'leftover', 'failure', 'endedAt']
  // One that is taken up again keeps why it was rejected.
  const of = startedAt || !isTold ? [...gone, 'rejection'] : gone
  return Object.fromEntries([...of, 'isTold'].map(field => [field, FieldValue.delete()]))
}

/** Throws ClaimLostError when somebody else holds the attempt now. */
export function journalEntry(
  db: Firestore,
  holder: Holder,
  { passed, state, currentStep, failure, ...entry }: JournalEntry,
): Promise<Revision> {
  const steps = Object.fromEntries(
    [...passed, entry].map(({ step, status, at, result }) => [
      `steps.${step}`,
      stored({ status, at, result }),
    ]),
  )
  const fields = { ...steps, state: stored(state), currentStep, leftover: FieldValue.delete() }
  return updateHeld(db, holder, { ...fields, ...defined({ failure }) }, attempt =>
    isEntry(attempt.steps[entry.step], entry),
  )
}

const isEntry = (found: Attempt['steps'][string] | undefined, { status, at }: StepEntry): boolean =>
  found?.status === status && found.at instanceof Date && found.at.getTime() === at.getTime()

/** Ends the attempt again, with what is still left. */
export async function settleAttempt(
  db: Firestore,
  holder: Holder,
  leftover: Leftover | undefined,
): Promise<void> {
  await updateHeld(
    db,
    holder,
    { status: 'rejected', ...leftBehind(leftover) },
    ({ status }) => status === 'rejected',
  )
}

/** How an attempt that has ended says what there is to take back. */
export const leftBehind = (leftover: Leftover | undefined): Record<string, unknown> => ({
  undo: leftover ? 'pending' : 'none',
  leftover: leftover ? stored(leftover) : FieldValue.delete(),
})

const maxTries = 4

async function updateHeld(
  db: Firestore,
  holder: Holder,
  fields: Record<string, unknown>,
  isDone: (attempt: Attempt) => boolean,
): Promise<Revision> {
  let { revision } = holder
  for (let tries = 1; ; tries += 1) {
    const batch = db.batch()
    batch.update(attemptDoc(db, holder.target), fields, unchanged(revision))
    try {
      return await revisionAfter(batch)
    } catch (error) {
      const now = await stillHeld(db, holder, error)
      if (isDone(now.value)) return now.revision
      // As it was, so the write did not get through; or it has ended, which is not taken back.
      if (now.revision === revision || now.value.status !== 'running' || tries >= maxTries) throw error
      revision = now.revision
    }
  }
}

/**
 * The attempt as it is after a write that failed. Only its holder writes under a claim, so what has changed is a write
 * of ours that went through although we did not learn of it. Throws ClaimLostError when somebody else holds it, and
 * the error itself when that tells enough.
 */
export async function stillHeld(
  db: Firestore,
  { target, claimId }: Holder,
  error: unknown,
): Promise<Versioned<Attempt>> {
  if (!isUnsettled(error)) throw error
  const now = await readAttempt(db, target)
  if (now?.value.claimId !== claimId) throw new ClaimLostError()
  return now
}

const readAttempt = async (db: Firestore, target: Target): Promise<Versioned<Attempt> | undefined> =>
  versioned(await attemptDoc(db, target).get(), storedAttempt)

async function revisionAfter(batch: WriteBatch): Promise<Revision> {
  const [written] = await batch.commit()
  if (!written) throw new Error('a commit without a write')
  return revisionOf(written.writeTime)
}

/** Nested values without what is undefined. */
function stored(fields: object): Record<string, unknown> {
  const entries = Object.entries(defined(fields))
  return Object.fromEntries(entries.map(([key, value]) => [key, isPlain(value) ? stored(value) : value]))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
