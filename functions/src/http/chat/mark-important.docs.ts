import { docsOf, done } from '../docs.ts'
import { body, handle } from './mark-important.ts'

export const docs = docsOf(handle, 'markImportant', 'Mark a thread important', {
  description: 'To the caller alone.',
  who: 'Participants and staff',
  body: { schema: body, example: { important: true } },
  answers: done('It is marked.'),
  codes: ['thread-not-found', 'rate-limited', 'thread-busy'],
})
