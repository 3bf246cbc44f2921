import { requirePage } from '../../cursor.ts'
import { DomainError } from '../../errors.ts'
import type { RequestFilter, RequestList } from './ports.ts'
import type { RequestDetails, RequestView } from './request-view.ts'

export interface RequestsDeps {
  connections: RequestList
}

/** Connection requests, newest first. Throws `validation-failed` for a cursor that is none. */
export async function listRequests(
  { connections }: RequestsDeps,
  { cursor, ...filter }: RequestFilter & { cursor?: string | undefined },
): Promise<{ requests: RequestView[]; nextCursor: string | null }> {
  const { items, nextCursor } = requirePage(await connections.page(filter, cursor))
  return { requests: items, nextCursor }
}

/** One of them, with what became of it so far. Throws `not-found`. */
export async function readRequest({ connections }: RequestsDeps, id: string): Promise<RequestDetails> {
  const found = await connections.details(id)
  if (found) return found
  throw new DomainError('not-found', 'There is no such request.', {
    nextAction: 'Read the list again: the request has been removed.',
  })
}
