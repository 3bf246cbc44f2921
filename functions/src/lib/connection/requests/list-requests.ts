import * as z from 'zod'
import type { Actor } from '../../actor.ts'
import type { Needs } from '../../context.ts'
import { type Page, pageBehind } from '../../cursor.ts'
import { clientId } from '../../identifiers.ts'
import { isInVain, keysSought } from '../../keyed/search-keys.ts'
import { newestFirst } from '../../newest-first.ts'
import { nextCursor } from '../../shapes.ts'
import type { Query, Store } from '../../store.ts'
import { otaNames } from '../otas.ts'
import { type RequestView, readAround, requestShape, viewOf } from './request-view.ts'
import { facetsOfRequest, requestsWith, sought } from './requests-with.ts'
import { type ListedRequest, requests } from './stored-request.ts'

export const requestsQuery = z.object({
  q: sought.optional(),
  status: z.enum(['pending', 'completed', 'rejected']).optional(),
  propertyId: clientId.optional(),
  ota: z.enum(otaNames).optional(),
  cursor: z.string().max(4096).optional(),
})

const requestLine = requestShape.meta({ id: 'PropertyRequest' })

export const requestsPage = z
  .object({ requests: z.array(requestLine), nextCursor })
  .meta({ id: 'PropertyRequests' })

type RequestFilter = Omit<z.infer<typeof requestsQuery>, 'cursor'>

/** Newest first. Throws `validation-failed` for an invalid cursor. */
export async function listRequests(
  deps: Needs<'cursors' | 'store'>,
  actor: Actor,
  { cursor, ...filter }: z.infer<typeof requestsQuery>,
): Promise<z.infer<typeof requestsPage>> {
  const reading = { actor, list: 'requests', filter, cursor }
  const { items, nextCursor } = await pageBehind(deps, reading, place => pageOf(deps.store, filter, place))
  return { requests: items, nextCursor }
}

async function pageOf(
  store: Store,
  filter: RequestFilter,
  cursor: string | undefined,
): Promise<Page<RequestView> | undefined> {
  if (isInVain(filter.q)) return { items: [], nextCursor: null }
  const page =
    filter.q === undefined ? await listed(store, filter, cursor) : await pageOfSearch(store, filter, cursor)
  if (!page) return undefined
  const around = await readAround(store, page.items)
  return { ...page, items: page.items.map(request => viewOf(request, around(request))) }
}

const listed = (store: Store, filter: RequestFilter, cursor: string | undefined) =>
  newestFirst(store, { all: requests.any.all(), query: narrowed(filter) }, cursor, ({ id, path, value }) => {
    const request = requests.at(id).parse(value, path)
    return request && isFor(filter, { ...request, id }) ? { ...request, id } : undefined
  })

async function pageOfSearch(
  store: Store,
  filter: RequestFilter,
  cursor: string | undefined,
): Promise<Page<ListedRequest> | undefined> {
  const keys = keysSought(filter.q, facetsOfRequest(filter))
  const page = await requestsWith(store, keys, cursor)
  if (!page) return undefined
  const { stored } = await store.get({ stored: page.ids.map(id => requests.at(id)) })
  const items = stored.flatMap(one => (one ? [{ ...one.value, id: one.id }] : []))
  return { items: items.filter(request => isFor(filter, request)), nextCursor: page.next }
}

function narrowed({ propertyId, status }: RequestFilter): Query {
  if (propertyId !== undefined) return requests.any.where('propertyId', '==', propertyId)
  if (status !== undefined) return requests.any.where('status', '==', status)
  return requests.any.all()
}

const isFor = ({ propertyId, status, ota }: RequestFilter, request: ListedRequest): boolean =>
  (propertyId === undefined || request.propertyId === propertyId) &&
  (status === undefined || request.status === status) &&
  (ota === undefined || request.ota === ota)
