import { describe, expect, it } from 'vitest'
import type { Messenger } from '../../src/lib/chat/delivery/provider.ts'
import { SendRefusedError } from '../../src/lib/chat/delivery/refusal.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { closedUrl } from '../adapters/harness.ts'
import { expectAttention, sendsOf } from '../support/chat.ts'
import { carriedBy, postTrace, sandboxMessenger, startVerbs } from '../support/chat-deps.ts'
import { dueMessage, sendingBy } from '../support/delivery.ts'

startVerbs()

const leaseMs = 120_000
const never = new Promise<never>(() => {})
const failure = { code: 'outcome-unknown', detail: expect.any(String), nextAction: expect.any(String) }

/** A send that does its work, resolves `died`, and never answers, as if its process had died. */
function dyingSend(work: Messenger['send'] = async () => ({ providerMessageId: '' })) {
  const { promise: died, resolve } = Promise.withResolvers<void>()
  const send: Messenger['send'] = async message => {
    await work(message)
    resolve()
    return never
  }
  return { send, died }
}

describe('a process that dies', () => {
  it('between claim and send leaves a message that is unknown after its lease and never sent again', async () => {
    const { threadId, actor, text, clock, isDue, deliver, message } = await dueMessage()
    const { send, died } = dyingSend()
    void deliver(sendingBy(send))
    await died
    expect(await message()).toMatchObject({ delivery: { status: 'sending', attempts: 1 } })

    clock.forward(leaseMs - 1)
    await deliver()
    expect(await message()).toMatchObject({ delivery: { status: 'sending' } })
    expect(await isDue()).toBe(false)

    clock.forward(1)
    await deliver()
    expect((await message()).delivery).toMatchObject({ status: 'unknown', attempts: 1, failure })
    expect((await message()).delivery).not.toHaveProperty('callEnded')
    expectAttention((await postTrace(threadId)).thread, ['member', actor.uid])
    expect(await isDue()).toBe(true)

    for (let time = 0; time < 10; time += 1) {
      clock.forward(leaseMs)
      await deliver()
      expect((await message()).delivery.status).toBe('unknown')
    }
    expect(await isDue()).toBe(false)
    expect(await sendsOf(text)).toEqual([])
  })

  it.each([
    ['answers', { externalMessageId: 'SM00000000000000000000000000000000', delivery: { status: 'sent' } }],
    ['is refused', { delivery: { status: 'failed', failure: { code: 'invalid-number' } } }],
    ['breaks', { delivery: { status: 'unknown', callEnded: true, dueAt: expect.any(String) } }],
  ])(
    'and comes back late, when the call %s, records the outcome that only it knows',
    async (how, expected) => {
      const { clock, deliver, message } = await dueMessage()
      const { promise: answer, resolve, reject } = Promise.withResolvers<{ providerMessageId: string }>()
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
      const send: Messenger['send'] = () => {
        reach()
        return answer
      }
      const first = deliver(sendingBy(send))
      await reached
      clock.forward(leaseMs)
      await deliver()
      expect((await message()).delivery.status).toBe('unknown')
      if (how === 'answers') resolve({ providerMessageId: 'SM00000000000000000000000000000000' })
      else if (how === 'breaks') reject(new ProviderError('twilio', 'unknown', 'broke the connection'))
      else reject(new SendRefusedError('twilio', { reason: 'invalid-number' }, 'answered 400'))
      await first
      expect(await message()).toMatchObject(expected)
    },
  )
})

describe('the record of a send', () => {
  it('writes the time of the send on the thread if the message waited', async () => {
    const { threadId, clock, deliver, message } = await dueMessage()
    clock.forward(61_000)
    await deliver(sendingBy(given => sandboxMessenger().send(given)))
    expect((await message()).delivery.status).toBe('sent')
    const { thread } = await postTrace(threadId)
    expect(thread.version).toBe(2)
    expect(Date.parse(thread.lastChatappMessageSentAt)).toBe(clock.now().getTime())
  })
})

it('a send that cannot reach its provider is tried again later, and made once', async () => {
  const { text, clock, deliver, message } = await dueMessage({
    messenger: sandboxMessenger(`${await closedUrl()}/twilio`),
  })
  await deliver()
  const { delivery } = await message()
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1, dueAt: expect.any(String) })
  expect(Date.parse(delivery.dueAt)).toBeGreaterThan(clock.now().getTime())
  const listening = carriedBy(sandboxMessenger())
  await deliver(listening)
  expect(await sendsOf(text)).toEqual([])

  clock.forward(Date.parse(delivery.dueAt) - clock.now().getTime())
  await deliver(listening)
  await deliver(listening)
  expect((await message()).delivery).toMatchObject({ status: 'sent', attempts: 2 })
  expect(await sendsOf(text)).toHaveLength(1)
})
