import { docsOf, done } from '../docs.ts'
import { body, handle } from './mark-spam.ts'

export const docs = docsOf(handle, 'markSpam', 'Mark the sender of a message as spam', {
  description:
    'What waits of the sender, and what comes later and finds no thread, stands apart from the open ones; `false` takes it back. What belongs to a thread still goes there.',
  who: 'Staff',
  body: { schema: body, example: { spam: true } },
  answers: done('The sender is marked.'),
  codes: ['not-found'],
})
