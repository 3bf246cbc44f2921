import { docsOf, done } from '../docs.ts'
import { handle } from './dismiss-triage.ts'

export const docs = docsOf(handle, 'dismissTriage', 'Dismiss a message in triage', {
  description: 'It is kept among the dismissed ones, from where it can be restored or assigned.',
  who: 'Staff',
  answers: done('It is dismissed.'),
  codes: ['not-found', 'message-conflict'],
})
