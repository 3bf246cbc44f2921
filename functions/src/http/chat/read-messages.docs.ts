import type { Docs } from '../docs.ts'
import { readers, shown } from './examples.ts'
import { handle, query, reply } from './read-messages.ts'

export const docs: Docs = {
  handle,
  id: 'readMessages',
  summary: "Read a thread's messages",
  description: 'Newest first. Notes are for staff alone.',
  who: readers,
  query,
  answers: [
    {
      status: 200,
      says: 'A page of messages, and who wrote them.',
      schema: reply,
      example: {
        messages: [{ ...shown, delivery: { status: 'delivered', attempts: 1 } }],
        authors: { olivia: { name: 'Olivia' } },
        nextCursor: null,
      },
    },
  ],
  codes: ['thread-not-found'],
}
