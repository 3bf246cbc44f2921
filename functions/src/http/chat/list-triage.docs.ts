import { docsOf, ok } from '../docs.ts'
import { handle, query, reply } from './list-triage.ts'

const entry = {
  id: 'SM00000000000000000000000000000001',
  channel: 'chatapp',
  from: '+15005550100',
  profileName: 'Guest',
  body: 'It is Maria, this is my new number.',
  attachments: [],
  reason: 'several-landlords',
  candidates: [
    {
      threadId: 'guest-maria',
      guestName: 'Maria Rossi',
      propertyName: 'Lake House',
      arrival: '2026-11-20',
      departure: '2026-11-24',
    },
  ],
  receivedAt: '2026-11-21T09:00:00.000Z',
}

export const docs = docsOf(handle, 'listTriage', 'List messages that could not be routed', {
  description:
    'What came in without a clear thread, with the threads it may belong to where some are known. Dismissed messages and those of senders of spam are listed apart.',
  query,
  answers: ok('A page of them.', reply, { entries: [entry], nextCursor: null }),
})
