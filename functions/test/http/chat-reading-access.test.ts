import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { expectRefused } from '../support/chat.ts'
import { readerRequests } from '../support/reading.ts'
import { type Answer, expectProblem, signIn, uniqueId } from '../support/stack.ts'

// The permission matrix has who may read, and who may not.

const withoutIds = ({ status, body, text }: Answer, threadId: string) => ({
  status,
  body: JSON.parse(text.replaceAll(threadId, 'T').replaceAll(body.requestId, 'R')),
})

describe.each(readerRequests)('asking for $name', ({ ask }) => {
  it('as a stranger looks as if there were no such thread', async () => {
    const stranger = await signIn()
    const threadId = await storeThread({ participantIds: ['member'], needsAttention: [stranger.uid] })
    const answer = await expectRefused(threadId, '404 thread-not-found', () => ask(threadId, stranger))
    const nowhere = uniqueId('thread')
    const missing = await ask(nowhere, stranger)
    expect(withoutIds(answer, threadId)).toEqual(withoutIds(missing, nowhere))
  })

  it('by an id that no thread can have is refused', async () => {
    expectProblem(await ask('__t__', await signIn({ role: 'support' })), '400 validation-failed')
  })
})
