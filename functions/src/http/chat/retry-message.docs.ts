import { docsOf } from '../docs.ts'
import { handle } from './retry-message.ts'

export const docs = docsOf(handle, 'retryMessage', 'Send a message again', {
  description: 'One whose send failed, or whose outcome stayed unknown.',
  who: 'Staff',
  answers: [{ status: 202, says: 'It is being sent.' }],
  codes: ['not-found', 'not-retryable'],
})
