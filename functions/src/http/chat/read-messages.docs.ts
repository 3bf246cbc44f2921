import { docsOf, ok } from '../docs.ts'
import { readers, shown } from './examples.ts'
import { handle, query, reply } from './read-messages.ts'

export const docs = docsOf(handle, 'readMessages', "Read a thread's messages", {
  description: 'Newest first. Notes are for staff alone.',
  who: readers,
  query,
  answers: ok('A page of messages, and who wrote them.', reply, {
    messages: [{ ...shown, delivery: { status: 'delivered', attempts: 1 } }],
    authors: { olivia: { name: 'Olivia' } },
    nextCursor: null,
  }),
  codes: ['thread-not-found'],
})
