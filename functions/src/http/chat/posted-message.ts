import type { CreateMessageResult } from '../../lib/chat/posting/create-message.ts'
import type { Reply } from '../route.ts'

/** The stored message; one that an earlier request stored is said to be replayed. */
export const messageReply = ({ message, replayed }: CreateMessageResult): Reply =>
  replayed
    ? { status: 200, body: message, headers: { 'Idempotent-Replayed': 'true' } }
    : { status: 201, body: message }
