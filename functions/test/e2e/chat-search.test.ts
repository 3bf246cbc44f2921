import { expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { indexed, post } from '../support/chat.ts'
import { signIn } from '../support/stack.ts'

const staffMember = await signIn({ role: 'support' })
const withinFiveSeconds = 5_000

it('the search record of a thread is exactly its projection after a post', async () => {
  const threadId = await storeThread({
    source: 'platform-guest',
    participantIds: ['guest'],
    importantFor: ['guest'],
    version: 4,
    title: 'not searched',
  })
  const { body } = await post(threadId, staffMember, {
    body: 'Hello',
    contentType: 'payment',
    attachments: ['private.pdf'],
    paymentContent: { card: 'private' },
    externalMessageId: 'private-id',
  })
  expect(await indexed(threadId, { version: 6 }, withinFiveSeconds)).toEqual({
    objectID: threadId,
    threadId,
    source: 'platform-guest',
    guestName: null,
    lastMessage: {
      messageId: body.messageId,
      body: 'Hello',
      authorId: staffMember.uid,
      createdAt: body.createdAt,
      source: 'platform',
      type: 'message',
      contentType: 'payment',
      joined: null,
    },
    updatedAt: Date.parse(body.createdAt),
    participantIds: ['guest', staffMember.uid],
    _tags: ['guest'],
    needsAttention: ['guest'],
    important: ['guest'],
    version: 6,
  })
})
