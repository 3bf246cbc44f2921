import type { Forwarding, StoredMessage } from '../message.ts'
import type { Thread } from '../thread.ts'

/** A thread with this source is mirrored to the guest platform; a message with it came from there. */
const guestPlatform = 'platform-guest'

export const isForwardDue = (
  message: Pick<StoredMessage, 'source' | 'type'>,
  thread: Pick<Thread, 'source'>,
): boolean => thread.source === guestPlatform && message.source !== guestPlatform && message.type !== 'note'

export const initialForwarding = (
  message: Pick<StoredMessage, 'source' | 'type'>,
  thread: Pick<Thread, 'source'>,
): Forwarding | undefined => (isForwardDue(message, thread) ? { status: 'pending', attempts: 0 } : undefined)
