import type { Commit } from '../../lib/durable/change.ts'
import type { Persistence } from '../../lib/durable/persist.ts'
import type { Revision } from '../../lib/ports.ts'
import type { WriteResult } from './client.ts'
import { revisionOf } from './repository.ts'
import { codes } from './slim/failure.ts'

/** A document stood where one was to be created, had changed or was gone: somebody else wrote, or an earlier try of ours did. */
const lostRace = new Set<unknown>([
  codes.ALREADY_EXISTS,
  codes.FAILED_PRECONDITION,
  codes.NOT_FOUND,
  codes.ABORTED,
])

/** The commit may have gone through although its answer did not come. */
const answerLost = new Set<unknown>([
  codes.UNAVAILABLE,
  codes.DEADLINE_EXCEEDED,
  codes.INTERNAL,
  codes.UNKNOWN,
  codes.CANCELLED,
])

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

export const isLostRace = (error: unknown): boolean => lostRace.has(codeOf(error))

/** It says nothing of the document that was asked for. */
const storeTroubles = new Set<unknown>([
  ...answerLost,
  codes.ABORTED,
  codes.RESOURCE_EXHAUSTED,
  codes.PERMISSION_DENIED,
  codes.UNAUTHENTICATED,
])
export const isStoreTrouble = (error: unknown): boolean => storeTroubles.has(codeOf(error))

/** How a read that failed in passing is done again. */
export const rereading: Persistence = {
  tries: 4,
  backoff: { baseMs: 50, capMs: 1_000 },
  isWorthIt: error => codeOf(error) === codes.ABORTED || answerLost.has(codeOf(error)),
}

/**
 * How a write ended, for `change`: with the revision of what it wrote first, or `unresolved` when only reading back
 * tells. Throws for every other failure.
 */
export async function resolvedCommit(write: Promise<WriteResult | WriteResult[]>): Promise<Commit<Revision>> {
  try {
    const [first] = [await write].flat()
    if (!first) throw new Error('a commit without a write')
    return { result: revisionOf(first.writeTime) }
  } catch (error) {
    if (isLostRace(error) || answerLost.has(codeOf(error))) return 'unresolved'
    throw error
  }
}
