import { type Committed, revisionOf } from '../../lib/store.ts'
import { codes, type Time } from './sdk.ts'

/** Another writer, or our earlier try, wrote the document. */
const lostRace = new Set<unknown>([
  codes.ALREADY_EXISTS,
  codes.FAILED_PRECONDITION,
  codes.NOT_FOUND,
  codes.ABORTED,
])

/** The commit may have gone through. */
const answerLost = new Set<unknown>([
  codes.UNAVAILABLE,
  codes.DEADLINE_EXCEEDED,
  codes.INTERNAL,
  codes.UNKNOWN,
  codes.CANCELLED,
])

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

const isLostRace = (error: unknown): boolean => lostRace.has(codeOf(error))

const transientStoreErrors = new Set<unknown>([
  ...answerLost,
  codes.ABORTED,
  codes.RESOURCE_EXHAUSTED,
  codes.PERMISSION_DENIED,
  codes.UNAUTHENTICATED,
])
export const isTransientStoreError = (error: unknown): boolean => transientStoreErrors.has(codeOf(error))

/** Throws if nothing can be read back. */
export async function resolvedCommit(times: Promise<readonly Time[]>): Promise<Committed> {
  try {
    const revisions = (await times).map(revisionOf)
    const [result] = revisions
    if (!result) throw new Error('a commit without a write')
    return { result, revisions }
  } catch (error) {
    if (isLostRace(error) || answerLost.has(codeOf(error))) return 'unresolved'
    throw error
  }
}
