import { expect, it } from 'vitest'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import { useSandbox } from '../adapters/harness.ts'
import { postTrace, sandboxMessenger, startVerbs } from '../support/chat-deps.ts'
import { dueMessage } from '../support/delivery.ts'
import { intercepted } from '../support/intercept.ts'

startVerbs()

// A sandbox of this file alone, so that its faults hit no other test.
const sandbox = useSandbox('twilio')

/** A message that the provider refused. */
async function refused() {
  const message = await dueMessage({ messenger: sandboxMessenger(sandbox.vendorUrl()) })
  await sandbox.fault({ method: 'POST', times: 1, mode: 'status', status: 400 })
  await message.deliver()
  expect((await message.message()).delivery).toMatchObject({ status: 'failed' })
  return message
}

const retriesOf = async (threadId: string) =>
  (await postTrace(threadId)).audit
    .filter(({ action }) => action === 'message.retry')
    .map(({ actorId, outcome }) => [outcome, actorId])
    .sort()

it('a retry that another one overtakes is refused, and audited as refused', async () => {
  const { deps, ref, actor, message } = await refused()
  const faster = { ...actor, uid: 'faster' }
  let isFirst = true
  const slow = intercepted(deps, 'store.commit', original => async writes => {
    if (isFirst) {
      isFirst = false
      await retryMessage(deps, faster, ref)
    }
    return original(writes)
  })
  await expect(retryMessage(slow, actor, ref)).rejects.toMatchObject({ code: 'not-retryable' })
  expect((await message()).delivery).toMatchObject({ status: 'sent', attempts: 1 })
  expect(await sandbox.state('messages')).toHaveLength(1)
  expect(await retriesOf(ref.threadId)).toEqual([
    ['failure', actor.uid],
    ['success', 'faster'],
  ])
})
