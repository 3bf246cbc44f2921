import * as z from 'zod'
import type { StoredMessage } from '../../lib/chat/message.ts'
import type { GuestPlatform } from '../../lib/chat/ports.ts'
import { ProviderError } from '../../lib/errors.ts'
import { jsonApi } from '../http-json.ts'
import { malformedReply, refusedCall, type VendorCall } from '../provider-failure.ts'

export interface GuestPlatformConfig {
  url: string
  apiKey: string
  timeoutMs: number
}

const call: VendorCall = { provider: 'guest-platform', effect: 'write' }

/** The guest platform over HTTP: a message is put under its ids, so repeating it changes nothing. */
export function guestPlatform({ url, apiKey, timeoutMs }: GuestPlatformConfig): GuestPlatform {
  const headers = { authorization: `Bearer ${apiKey}` }
  const api = jsonApi({ provider: call.provider, url, headers, timeoutMs })
  return {
    async putMessage(message) {
      if (message.type === 'note') {
        throw new ProviderError(call.provider, 'permanent', 'a note must not leave the staff')
      }
      const { threadId, messageId } = message
      const reply = await api({
        method: 'PUT',
        path: ['threads', threadId, 'messages', messageId],
        body: wireMessage(message),
        effect: call.effect,
      })
      if (reply.status < 200 || reply.status >= 300) throw refusedCall(call, { status: reply.status })
      const stored = z.object({ messageId: z.literal(messageId) })
      if (!reply.isEmpty && !stored.safeParse(reply.body).success) {
        throw malformedReply(call.provider, reply.status)
      }
    },
  }
}

/** The specification's fields and no others: what we keep about delivery, and whatever else is stored, stays here. */
const wireMessage = (message: StoredMessage) => ({
  messageId: message.messageId,
  threadId: message.threadId,
  body: message.body,
  authorId: message.authorId,
  createdAt: message.createdAt.toISOString(),
  source: message.source,
  type: message.type,
  contentType: message.contentType,
  externalMessageId: message.externalMessageId,
  attachments: message.attachments,
  paymentContent: message.paymentContent,
})
