import { docsOf, done } from '../docs.ts'
import { handle } from './restore-triage.ts'

export const docs = docsOf(handle, 'restoreTriage', 'Restore a message in triage', {
  description: 'One that was dismissed, or stands with spam, is among the open ones again.',
  who: 'Staff',
  answers: done('It is open.'),
  codes: ['not-found', 'message-conflict'],
})
