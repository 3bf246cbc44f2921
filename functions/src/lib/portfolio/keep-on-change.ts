import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { type RequestKeys, requestKeys } from '../connection/requests/requests-with.ts'
import type { Needs } from '../context.ts'
import { amend } from '../durable/amend.ts'
import { isDocumentId } from '../identifiers.ts'
import { isOfProperty } from '../items/kinds.ts'
import type { EventDocument, Revision } from '../ports.ts'
import { put, remove, revisionOf, type Store, set, type Write } from '../store.ts'
import { type PortfolioEntry, portfolio, storedEntry } from './entry.ts'
import { type PutTogether, putTogether } from './put-together.ts'
import { type PortfolioChange, type Sources, sourcesOf, versionOf } from './sources.ts'

type Deps = Needs<'store'>

type Written = EventDocument | undefined

export const keepOfProperty = (deps: Deps, propertyId: string, written: Written): Promise<unknown> =>
  keepEntry(deps, propertyId, { kind: 'property', id: propertyId, written })

/** A channel's id begins with its property's. */
export async function keepOfChannel(deps: Deps, channelId: string, written: Written): Promise<void> {
  const { propertyId = channelId.slice(0, channelId.lastIndexOf('_')) } = written?.fields ?? {}
  await keepOf(deps, propertyId, { kind: 'channel', id: channelId, written })
}

/** The former property loses the request. */
export async function keepOfRequest(deps: Deps, requestId: string, written: Written): Promise<void> {
  const before = await deps.store.read(requestKeys.at(requestId))
  for (const propertyId of new Set([before?.value.propertyId, written?.fields.propertyId]))
    await keepOf(deps, propertyId, { kind: 'request', id: requestId, written })
}

/** Removed items were resolved long before. */
export async function keepOfItem(deps: Deps, written: Written): Promise<void> {
  if (isOfProperty(written?.fields.kind)) await keepOf(deps, written?.fields.propertyId)
}

async function keepOf(deps: Deps, propertyId: unknown, change?: PortfolioChange): Promise<void> {
  if (typeof propertyId === 'string') await keepEntry(deps, propertyId, change)
}

/**
 * The entry is read before its sources and written only if unchanged, so the later reading wins. Idempotent; true after
 * a write.
 */
export async function keepEntry(
  deps: Needs<'store'>,
  propertyId: string,
  change?: PortfolioChange,
): Promise<boolean> {
  if (!isDocumentId(propertyId)) return false
  return amend(deps, {
    read: () => entryState(deps.store, propertyId, change),
    decide(before) {
      const next = before && putTogether(before.sources)
      if (!next || isAsKept(next, before)) return { result: false }
      return { writes: entryWrites(propertyId, next, before), result: true }
    },
  })
}

interface EntryState {
  entry: PortfolioEntry | undefined
  revision: Revision | undefined
  requests: ReadonlyMap<string, RequestKeys>
  sources: Sources
}

const ofRequests = z.looseObject({ requestIds: storedEntry.shape.requestIds })

/** Undefined, after one read, if the entry is up to date. */
async function entryState(
  store: Store,
  propertyId: string,
  change: PortfolioChange | undefined,
): Promise<EntryState | undefined> {
  const stored = await store.read(portfolio.any.at(propertyId))
  const entry = storedEntry.safeParse(stored?.value).data
  if (
    change?.written &&
    entry?.seen.includes(versionOf(change.kind, change.id, revisionOf(change.written.updateTime)))
  )
    return undefined
  const { requestIds = [] } = ofRequests.safeParse(stored?.value).data ?? {}
  const [keys, sources] = await Promise.all([
    store.readAll(requestIds.map(id => requestKeys.at(id))),
    sourcesOf(store, propertyId),
  ])
  // A request may have moved to another property.
  const own = keys.filter(({ value }) => value.propertyId === propertyId)
  const requests = new Map(own.map(({ id, value }) => [id, value]))
  return { entry, revision: stored?.revision, requests, sources }
}

/** Versions alone are not worth a write. */
const isAsKept = ({ entry, requests }: PutTogether, before: EntryState): boolean =>
  (before.entry === undefined) === (before.revision === undefined) &&
  isDeepStrictEqual(entry && { ...entry, seen: before.entry?.seen }, before.entry) &&
  isDeepStrictEqual(requests, before.requests)

function entryWrites(propertyId: string, next: PutTogether, before: EntryState): Write[] {
  const entry = portfolio.at(propertyId)
  const staleIds = [...before.requests.keys()].filter(id => !next.requests.has(id))
  const changed = [...next.requests].filter(([id, keys]) => !isDeepStrictEqual(keys, before.requests.get(id)))
  return [
    next.entry ? put(entry, next.entry, before.revision) : remove(entry, before.revision),
    ...changed.map(([id, keys]) => set(requestKeys.at(id), keys)),
    ...staleIds.map(id => remove(requestKeys.at(id))),
  ]
}
