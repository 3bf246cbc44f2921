import { isByStranger } from '@functions/lib/chat/members.ts'
import type { Message, ThreadDetails } from '../../live/message.ts'

/** The messages, marked by who takes part in the thread now: a live update of a message does not know that. */
export function withStrangers(messages: Message[], thread: ThreadDetails | undefined): Message[] {
  if (!thread) return messages
  const { participantIds, selfJoinedIds = [], roleJoinedIds = [], removedIds = [] } = thread
  const memberships = { participantIds, selfJoinedIds, roleJoinedIds, removedIds }
  return messages.map(message => marked(message, isByStranger(memberships, message)))
}

/** An unchanged message stays the same object. */
function marked(message: Message, isStranger: boolean): Message {
  if (isStranger === (message.joined === 'self')) return message
  const { joined: _, ...rest } = message
  return isStranger ? { ...rest, joined: 'self' } : rest
}
