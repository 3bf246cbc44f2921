import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { expectProblem, post, posted, storedMessages } from '../support/chat.ts'
import { signIn } from '../support/stack.ts'

const start = new Date(0).toISOString()

describe('two people who answer at once', () => {
  it('are not both stored: one is asked, with the other answer, and decides', async () => {
    const [ann, bob] = await Promise.all([signIn({ role: 'support' }), signIn({ role: 'operations' })])
    const threadId = await storeThread()
    const answers = await Promise.all(
      [ann, bob].map(user => post(threadId, user, { body: user.uid, unlessAnsweredSince: start })),
    )
    const first = answers.find(({ status }) => status === 201)
    const second = answers.find(({ status }) => status !== 201)
    if (!first || !second) throw new Error(`They were answered ${answers.map(({ status }) => status)}.`)
    expectProblem(second, 409, 'answered-meanwhile')
    const { messageId, authorId, createdAt } = first.body
    expect(second.body).toMatchObject({
      retryable: false,
      nextAction: expect.any(String),
      answer: { messageId, authorId, createdAt },
    })
    expect(await storedMessages(threadId)).toMatchObject([{ messageId }])
    const other = authorId === ann.uid ? bob : ann
    await posted(threadId, other, { body: 'All the same', unlessAnsweredSince: createdAt })
  })

  it.each(['yesterday', 5, ''])('cannot say since when by %j', async unlessAnsweredSince => {
    const [ann, threadId] = await Promise.all([signIn({ role: 'support' }), storeThread()])
    expectProblem(await post(threadId, ann, { body: 'Hi', unlessAnsweredSince }), 400, 'validation-failed')
  })
})
