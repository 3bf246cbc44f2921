import { expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { post, posted, storedMessages } from '../support/chat.ts'
import { expectProblem, signIn } from '../support/stack.ts'

it('an author who answers after somebody else gets the other answer first, and may answer all the same', async () => {
  const [ann, bob] = await Promise.all([signIn({ role: 'support' }), signIn({ role: 'operations' })])
  const threadId = await storeThread()
  const unlessAnsweredSince = new Date(0).toISOString()
  const { messageId, createdAt } = await posted(threadId, ann, { body: 'Hello', unlessAnsweredSince })
  const second = await post(threadId, bob, { body: 'Good morning', unlessAnsweredSince })
  expectProblem(second, '409 answered-meanwhile')
  expect(second.body).toMatchObject({
    retryable: false,
    nextAction: expect.any(String),
    answer: { messageId, authorId: ann.uid, createdAt },
  })
  expect(await storedMessages(threadId)).toMatchObject([{ messageId }])
  await posted(threadId, bob, { body: 'All the same', unlessAnsweredSince: createdAt })
})
