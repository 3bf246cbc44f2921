import { docsOf, done } from '../docs.ts'
import { posted } from './examples.ts'
import { body, handle } from './mark-read.ts'

export const docs = docsOf(handle, 'markRead', 'Mark a thread read', {
  description:
    'Up to the message and the failure that are named, or all there is now. Nothing is cleared when something newer has come.',
  who: 'Participants and staff',
  body: { schema: body, isOptional: true, example: { lastMessageId: posted.messageId } },
  answers: done('It is marked.'),
  codes: ['thread-not-found', 'rate-limited', 'thread-busy'],
})
