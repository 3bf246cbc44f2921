import { describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import { sandbox, storedMessages } from '../support/chat.ts'
import { sweep } from '../support/stack.ts'

/** A message so old that its webhook is no longer waited for. */
const lost = async (message: Record<string, string>) => {
  const sentAt = new Date(Date.now() - 120_000).toISOString()
  const { messageSid } = await sandbox().inbound({ ...message, sentAt, deliver: false })
  return messageSid
}

describe('a message whose webhook was lost', () => {
  it('is received by the sweep, with its files, once', async () => {
    const { threadId, guestId, phone } = await storeGuestThread()
    const text = await lost({ from: `whatsapp:${phone}`, body: 'Hello' })
    const picture = await lost({ from: phone, body: '', mediaContentType0: 'image/jpeg' })
    await sweep('sweepinbound')
    await sweep('sweepinbound')
    const messages = await storedMessages(threadId)
    expect(messages).toHaveLength(2)
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ messageId: text, source: 'chatapp', body: 'Hello', authorId: guestId }),
        expect.objectContaining({
          messageId: picture,
          source: 'sms',
          attachments: [expect.stringMatching(/\/Media\/ME[0-9a-f]{32}$/)],
          metadata: { mediaTypes: ['image/jpeg'] },
        }),
      ]),
    )
  })
})
