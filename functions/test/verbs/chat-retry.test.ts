import { expect, it } from 'vitest'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { useSandbox } from '../adapters/harness.ts'
import { leftBy, sandboxMessenger, startVerbs } from '../support/chat-deps.ts'
import { dueMessage } from '../support/delivery.ts'

const { db, counter } = await startVerbs()

// One of its own, so that its faults hit nobody else.
const sandbox = useSandbox('twilio')

/** A message that the provider refused. */
async function refused() {
  const message = await dueMessage(db, { messenger: sandboxMessenger(sandbox.vendorUrl()) })
  await sandbox.fault({ method: 'POST', times: 1, mode: 'status', status: 400 })
  await message.deliver()
  expect((await message.message()).delivery).toMatchObject({ status: 'failed' })
  return message
}

const retriesOf = async (threadId: string) =>
  (await leftBy(db, threadId)).audit
    .filter(({ action }) => action === 'message.retry')
    .map(({ actorId, outcome }) => [outcome, actorId])
    .sort()

it('a press that another one was faster than is refused, and audited as that', async () => {
  const { deps, ref, actor, message } = await refused()
  const faster = { ...actor, uid: 'faster' }
  let isFirst = true
  const change: typeof deps.messages.change = async (...write) => {
    if (isFirst) {
      isFirst = false
      await retryMessage(deps, faster, ref)
    }
    return deps.messages.change(...write)
  }
  const slow = { ...deps, messages: { ...deps.messages, change } }
  await expect(retryMessage(slow, actor, ref)).rejects.toMatchObject({ code: 'not-retryable' })
  expect((await message()).delivery).toMatchObject({ status: 'sent', attempts: 1 })
  expect(await sandbox.state('messages')).toHaveLength(1)
  expect(await retriesOf(ref.threadId)).toEqual([
    ['failure', actor.uid],
    ['success', 'faster'],
  ])
})

it.each([4, 14])('a press whose answer from Firestore was lost (code %i) is one that worked', async code => {
  const { deps, ref, actor } = await refused()
  counter.loseReplyOf('Commit', code)
  await retryMessage(deps, actor, ref)
  expect(await sandbox.state('messages')).toHaveLength(1)
  expect(await retriesOf(ref.threadId)).toEqual([['success', actor.uid]])
})

it('a press whose answer was lost is one that worked, although the provider has put its send off', async () => {
  const { deps, ref, actor, message } = await refused()
  let isFirst = true
  const change: typeof deps.messages.change = async (...write) => {
    const written = await deps.messages.change(...write)
    if (!isFirst) return written
    isFirst = false
    await sandbox.fault({ method: 'POST', times: 1, mode: 'status', status: 429 })
    await deliverMessage(deps, ref)
    return 'unresolved'
  }
  await retryMessage({ ...deps, messages: { ...deps.messages, change } }, actor, ref)
  expect((await message()).delivery).toMatchObject({ status: 'pending', dueAt: expect.any(String) })
  expect(await retriesOf(ref.threadId)).toEqual([['success', actor.uid]])
})
