import type { Docs } from '../docs.ts'
import { handle, query, reply } from './list-triage.ts'

export const docs: Docs = {
  handle,
  id: 'listTriage',
  summary: 'List messages without a home',
  description: 'Oldest first: what came in from a sender without a clear thread.',
  query,
  answers: [
    {
      status: 200,
      says: 'A page of them.',
      schema: reply,
      example: {
        entries: [
          {
            id: 'SM00000000000000000000000000000001',
            channel: 'chatapp',
            from: '+15005550100',
            profileName: 'Guest',
            body: 'It is Maria, this is my new number.',
            attachments: [],
            reason: 'unknown-sender',
            receivedAt: '2026-11-21T09:00:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  ],
  codes: [],
}
