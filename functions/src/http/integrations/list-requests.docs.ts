import { docsOf, ok } from '../docs.ts'
import { request } from './examples.ts'
import { handle, query, reply } from './list-requests.ts'

export const docs = docsOf(handle, 'listRequests', 'List connection requests', {
  description: 'Newest first; those without a time last.',
  query,
  answers: ok('A page of them.', reply, { requests: [request], nextCursor: null }),
})
