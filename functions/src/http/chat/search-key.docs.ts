import { docsOf, ok } from '../docs.ts'
import { handle, reply } from './search-key.ts'

export const docs = docsOf(handle, 'searchKey', 'Get a key for searching threads', {
  description: 'Valid for an hour. It finds what the caller may read, and cannot write.',
  answers: ok('What a search client needs.', reply, {
    appId: 'APP',
    indexName: 'threads',
    key: '…',
    validUntil: '2026-11-21T10:00:00.000Z',
  }),
})
