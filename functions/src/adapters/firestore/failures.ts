import type { Commit } from '../../lib/durable/change.ts'
import type { RetryPolicy } from '../../lib/durable/retry.ts'
import type { Revision } from '../../lib/ports.ts'
import type { Time } from './client.ts'
import { revisionOf } from './repository.ts'
import { codes } from './slim/failure.ts'

/** A precondition failed: somebody else wrote the document, or an earlier try of ours did. */
const lostRace = new Set<unknown>([
  codes.ALREADY_EXISTS,
  codes.FAILED_PRECONDITION,
  codes.NOT_FOUND,
  codes.ABORTED,
])

/** The answer was lost; the commit may have gone through. */
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

/** Failures of the store itself, not of the document. */
const transientStoreErrors = new Set<unknown>([
  ...answerLost,
  codes.ABORTED,
  codes.RESOURCE_EXHAUSTED,
  codes.PERMISSION_DENIED,
  codes.UNAUTHENTICATED,
])
export const isTransientStoreError = (error: unknown): boolean => transientStoreErrors.has(codeOf(error))

/** Retries of a read after a transient failure. */
export const rereading: RetryPolicy = {
  tries: 4,
  backoff: { baseMs: 50, capMs: 1_000 },
  isWorthIt: error => codeOf(error) === codes.ABORTED || answerLost.has(codeOf(error)),
}

/**
 * The outcome of a write, for `change`: the revision of the first written document, or `unresolved` if only reading
 * back can tell. Throws every other failure.
 */
export async function resolvedCommit(times: Promise<readonly Time[]>): Promise<Commit<Revision>> {
  try {
    const [first] = await times
    if (!first) throw new Error('a commit without a write')
    return { result: revisionOf(first) }
  } catch (error) {
    if (isLostRace(error) || answerLost.has(codeOf(error))) return 'unresolved'
    throw error
  }
}
