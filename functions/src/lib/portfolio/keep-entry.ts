import { isDeepStrictEqual } from 'node:util'
import type { Needs } from '../context.ts'
import { change, resolvedAs } from '../durable/change.ts'
import { isDocumentId } from '../identifiers.ts'
import type { Kept } from './ports.ts'
import { type PutTogether, putTogether } from './put-together.ts'
import type { Told } from './sources.ts'

/**
 * Brings what the portfolio and the search of requests have of a property to what is stored of it. What is kept is read
 * first and written only if it has not changed since, so that of two at once the later reading wins. What an event tells
 * is not read again where the entry is put together of it already. Idempotent; answers whether anything was to be written.
 */
export async function keepEntry(deps: Needs<'portfolio'>, propertyId: string, told?: Told): Promise<boolean> {
  if (!isDocumentId(propertyId)) return false
  return change<Kept | undefined, Write, boolean>(deps, {
    read: () => deps.portfolio.read(propertyId, told),
    decide(kept) {
      if (!kept) return { result: false }
      const next = putTogether(kept.sources)
      return isAsKept(next, kept) ? { result: false } : { write: { next, kept } }
    },
    commit: async ({ next, kept }) => resolvedAs(await deps.portfolio.write(propertyId, next, kept), true),
  })
}

interface Write {
  next: PutTogether
  kept: Kept
}

/** Versions alone are not worth a write. */
const isAsKept = ({ entry, requests }: PutTogether, kept: Kept): boolean =>
  (kept.entry === undefined) === (kept.revision === undefined) &&
  isDeepStrictEqual(entry && { ...entry, seen: kept.entry?.seen }, kept.entry) &&
  isDeepStrictEqual(requests, kept.requests)
