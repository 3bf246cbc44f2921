import { expect, it } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { auditEntries, expectProblem, post, storedMessages } from '../support/chat.ts'
import { signIn } from '../support/stack.ts'

const perMinute = 60

/** Waits for a minute that has enough left for all the posts. */
async function enoughOfTheMinute(): Promise<void> {
  const passed = Date.now() % 60_000
  if (passed > 25_000) await new Promise(resolve => setTimeout(resolve, 60_000 - passed))
}

it('the sixty-first post of a minute is refused until the next one, and a replay is not', async () => {
  const user = await signIn()
  const threads = await Promise.all(Array.from({ length: perMinute }, () => storeThread()))
  await enoughOfTheMinute()
  const minute = () => Math.floor(Date.now() / 60_000)
  const began = minute()
  const answers = await Promise.all(
    threads.map(threadId => post(threadId, user, { body: 'Hello', messageId: 'm' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(perMinute).fill(201))

  const [threadId = ''] = threads
  const refused = await post(threadId, user, { body: 'One too many' })
  expect(minute(), 'the machine is too slow for this test').toBe(began)
  expectProblem(refused, 429, 'rate-limited')
  expect(refused.body).toMatchObject({ retryable: true, nextAction: expect.any(String) })
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)

  const replay = await post(threadId, user, { body: 'Hello', messageId: 'm' })
  expect(replay.status).toBe(200)
  expect(await storedMessages(threadId)).toHaveLength(1)
  expect((await auditEntries(threadId)).map(({ outcome }) => outcome).sort()).toEqual(['failure', 'success'])
  expect((await post(threadId, await signIn(), { body: 'Somebody else' })).status).toBe(201)
}, 180_000)
