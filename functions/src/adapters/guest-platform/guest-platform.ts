import * as z from 'zod'
import { postedOf, type StoredMessage } from '../../lib/chat/message.ts'
import type { GuestPlatform } from '../../lib/chat/ports.ts'
import { ProviderError } from '../../lib/errors.ts'
import { jsonApi } from '../http-json.ts'
import { readReply, refusedCall, type VendorCall } from '../provider-failure.ts'

export interface GuestPlatformConfig {
  url: string
  apiKey: string
  timeoutMs: number
}

const call: VendorCall = { provider: 'guest-platform', effect: 'write' }

/** The PUT is repeatable. */
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
      if (!reply.isEmpty) readReply(call.provider, stored, reply.body, reply.status)
    },
  }
}

const wireMessage = (message: StoredMessage) => ({
  messageId: message.messageId,
  threadId: message.threadId,
  authorId: message.authorId,
  createdAt: message.createdAt.toISOString(),
  ...postedOf(message),
})
