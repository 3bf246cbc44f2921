import type { MessageRef } from '../ports.ts'

/** Path of the status callback. The provider's signature covers the whole address, so nobody can ask about another message. */
export const statusCallbackPath = '/webhooks/twilio/status'

/** Where the provider tells what became of one send of a message. */
export const callbackPath = ({ threadId, messageId }: MessageRef, claimId: string): string =>
  `${statusCallbackPath}?${new URLSearchParams({ thread: threadId, message: messageId, claim: claimId })}`
