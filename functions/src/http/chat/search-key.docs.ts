import type { Docs } from '../docs.ts'
import { handle, reply } from './search-key.ts'

export const docs: Docs = {
  handle,
  id: 'searchKey',
  summary: 'Get a key for searching threads',
  description: 'Valid for an hour. It finds what the caller may read, and cannot write.',
  answers: [
    {
      status: 200,
      says: 'What a search client needs.',
      schema: reply,
      example: {
        appId: 'APP',
        indexName: 'threads',
        key: '…',
        validUntil: '2026-11-21T10:00:00.000Z',
      },
    },
  ],
  codes: [],
}
