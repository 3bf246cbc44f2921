import { isDeepStrictEqual } from 'node:util'
import type { Needs } from '../context.ts'
import { change } from '../durable/change.ts'
import { isDocumentId } from '../identifiers.ts'
import type { Kept } from './ports.ts'
import { type PutTogether, putTogether } from './put-together.ts'

/**
 * Brings what the portfolio and the search of requests have of a property to what is stored of it. What is kept is read
 * first and written only if it has not changed since, so that of two at once the later reading wins. Idempotent; answers
 * whether anything was to be written.
 */
export async function keepEntry(deps: Needs<'portfolio'>, propertyId: string): Promise<boolean> {
  if (!isDocumentId(propertyId)) return false
  return change<Kept, PutTogether, boolean>(deps, {
    read: () => deps.portfolio.read(propertyId),
    decide(kept) {
      const next = putTogether(kept.sources)
      return isAsKept(next, kept) ? { result: false } : { write: next }
    },
    commit: async (next, kept) => {
      const ended = await deps.portfolio.write(propertyId, next, kept)
      return ended === 'unresolved' ? ended : { result: true }
    },
  })
}

const isAsKept = ({ entry, requests }: PutTogether, kept: Kept): boolean =>
  (kept.entry === undefined) === (kept.revision === undefined) &&
  isDeepStrictEqual(entry, kept.entry) &&
  isDeepStrictEqual(requests, kept.requests)
