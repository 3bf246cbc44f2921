import { describe, expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { expectProblem, expectRefused, post } from '../support/chat.ts'
import { readerRequests, threadOf } from '../support/reading.ts'
import { type Answer, call, signIn, signInAnonymously, uniqueId } from '../support/stack.ts'

const withoutIds = ({ status, body, text }: Answer, threadId: string) => ({
  status,
  body: JSON.parse(text.replaceAll(threadId, 'T').replaceAll(body.requestId, 'R')),
})

describe.each(readerRequests)('asking for $name', ({ ask, forSelfJoined }) => {
  it.each([undefined, 'landlord', 'service'])(
    'as a stranger with role %s looks as if there were no such thread',
    async role => {
      const stranger = await signIn(role ? { role } : {})
      const threadId = await storeThread({ participantIds: ['member'], needsAttention: [stranger.uid] })
      const answer = await expectRefused(threadId, '404 thread-not-found', () => ask(threadId, stranger))
      const nowhere = uniqueId('thread')
      const missing = await ask(nowhere, stranger)
      expect(withoutIds(answer, threadId)).toEqual(withoutIds(missing, nowhere))
    },
  )

  it(`as somebody who came in by posting is ${forSelfJoined ? 'answered' : 'refused'}`, async () => {
    const [stranger, threadId] = await Promise.all([signIn(), storeThread({ participantIds: ['member'] })])
    await post(threadId, stranger, { body: 'Hello' })
    const answer = await ask(threadId, stranger)
    if (forSelfJoined) expect(answer.status).toBe(204)
    else expectProblem(answer, 404, 'thread-not-found')
  })

  it('as somebody whose role brought them in and has ended is refused', async () => {
    const former = await signIn()
    const threadId = await storeThread({ participantIds: [former.uid], roleJoinedIds: [former.uid] })
    expectProblem(await ask(threadId, former), 404, 'thread-not-found')
  })

  it('as a service that came in by posting is answered', async () => {
    const service = await signIn({ role: 'service' })
    const threadId = await storeThread({ participantIds: [service.uid], roleJoinedIds: [service.uid] })
    expect((await ask(threadId, service)).status).toBeLessThan(300)
  })

  it.each([undefined, 'support', 'operations', 'service', 'landlord'])(
    'as a participant with role %s is answered',
    async role => {
      const user = await signIn(role ? { role } : {})
      const threadId = await storeThread({ participantIds: [user.uid] })
      expect((await ask(threadId, user)).status).toBeLessThan(300)
    },
  )

  it.each(['support', 'operations'])('as %s who is no participant is answered', async role => {
    const threadId = await storeThread({ participantIds: ['member'] })
    expect((await ask(threadId, await signIn({ role }))).status).toBeLessThan(300)
  })

  it('without signing in, or anonymously, is refused', async () => {
    const [user, threadId] = await Promise.all([signInAnonymously(), storeThread()])
    expectProblem(await ask(threadId, { uid: '', token: 'garbage' }), 401, 'unauthenticated')
    await expectRefused(threadId, '403 forbidden', () => ask(threadId, user))
  })

  it('of an id that no thread can have is refused', async () => {
    expectProblem(await ask('__t__', await signIn({ role: 'support' })), 400, 'validation-failed')
  })
})

it('a token is needed at all', async () => {
  const threadId = await storeThread()
  expectProblem(await call('GET', threadOf(threadId)), 401, 'unauthenticated')
  expectProblem(await call('GET', `${threadOf(threadId)}/messages`), 401, 'unauthenticated')
})

it.each([
  ['DELETE', ''],
  ['PUT', '/messages'],
  ['GET', '/read'],
  ['POST', '/important'],
])('%s of a thread%s is no method there', async (method, path) => {
  const { token } = await signIn({ role: 'support' })
  const answer = await call(method, threadOf(await storeThread()) + path, { token })
  expectProblem(answer, 405, 'method-not-allowed')
})
