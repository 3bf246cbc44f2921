import type { OutgoingMessage } from '../../lib/chat/delivery/ports.ts'
import type { ProviderStatus } from '../../lib/chat/delivery/provider-status.ts'

/** Statuses of a message at Twilio (providers/messaging.md) as stages; one that is not known says nothing new. */
const stages: ReadonlyMap<string, ProviderStatus> = new Map([
  ['accepted', 'sent'],
  ['scheduled', 'sent'],
  ['queued', 'sent'],
  ['sending', 'sent'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'failed'],
  ['undelivered', 'failed'],
  ['canceled', 'failed'],
])

export const stageOf = (status: string): ProviderStatus | undefined => stages.get(status.toLowerCase())

/**
 * Path and query of the callback for one send. Twilio's signature covers the whole address, so nobody can ask about
 * another message.
 */
export const callbackPath = ({ threadId, messageId, claimId }: OutgoingMessage['send']): string =>
  `/webhooks/twilio/status?${new URLSearchParams({ thread: threadId, message: messageId, claim: claimId })}`
