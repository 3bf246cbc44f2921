import { isDeepStrictEqual } from 'node:util'
import type { StoredMessage } from './message.ts'
import type { PostInput } from './post-input.ts'

/**
 * Whether a stored message is what this author would have stored with this input. The provider's id is the client's
 * own only where no send was due; else delivery set it.
 */
export function isSamePost(stored: StoredMessage, input: PostInput, authorId: string): boolean {
  const sentByUs = stored.delivery !== undefined
  return isDeepStrictEqual(
    {
      authorId: stored.authorId,
      body: stored.body,
      source: stored.source,
      type: stored.type,
      contentType: stored.contentType,
      externalMessageId: sentByUs ? undefined : stored.externalMessageId,
      attachments: stored.attachments,
      paymentContent: stored.paymentContent,
    },
    {
      authorId,
      body: input.body,
      source: input.source,
      type: input.type,
      contentType: input.contentType,
      externalMessageId: input.externalMessageId,
      attachments: input.attachments,
      paymentContent: input.paymentContent,
    },
  )
}
