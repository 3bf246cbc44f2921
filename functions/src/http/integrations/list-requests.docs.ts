import type { Docs } from '../docs.ts'
import { request } from './examples.ts'
import { handle, query, reply } from './list-requests.ts'

export const docs: Docs = {
  handle,
  id: 'listRequests',
  summary: 'List connection requests',
  description: 'Newest first; those without a time last.',
  query,
  answers: [
    {
      status: 200,
      says: 'A page of them.',
      schema: reply,
      example: { requests: [request], nextCursor: null },
    },
  ],
  codes: [],
}
