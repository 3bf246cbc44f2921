import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/create-message.ts'
import { type DeliverMessageDeps, deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import type { TextSender } from '../../src/lib/chat/ports.ts'
import { acceptedOf, expectAttention, sendsOf, uniqueText } from '../support/chat.ts'
import {
  deliveryDeps,
  input,
  leftBy,
  postDeps,
  sandboxMessenger,
  seedGuestThread,
  staffActor,
  startVerbs,
  steppedClock,
} from '../support/chat-deps.ts'

const { db, counter, stop } = await startVerbs()
afterAll(stop)
beforeEach(() => counter.reset())

const leaseMs = 120_000
const never = new Promise<never>(() => {})
const failure = { code: 'outcome-unknown', detail: expect.any(String), nextAction: expect.any(String) }

/** A message that is to be sent, and everything to send it with. */
async function dueMessage() {
  const { threadId, reservationId } = await seedGuestThread(db)
  const [actor, text] = [staffActor(), uniqueText()]
  const post = input(threadId, { type: 'chatapp-message', body: text })
  const { message } = await createMessage(postDeps(db), actor, post)
  const ref = { threadId, messageId: message.messageId }
  const clock = steppedClock(new Date(Date.now() + 1000))
  const deps: DeliverMessageDeps = { ...deliveryDeps(db), clock }
  const deliver = (changes: Partial<DeliverMessageDeps> = {}) =>
    deliverMessage({ ...deps, ...changes }, ref, reservationId)
  const storedNow = async () => (await leftBy(db, threadId)).messages[0]
  return { threadId, actor, text, ref, clock, deps, deliver, message: storedNow }
}

/** A sender that tells when it is reached, does its work, and whose process then dies: it never answers. */
function dyingSender(work: TextSender['send'] = async () => ({ providerMessageId: '' })) {
  let reached = () => {}
  const died = new Promise<void>(resolve => {
    reached = resolve
  })
  const sender = async (): Promise<TextSender> => ({
    send: async (...given) => {
      await work(...given)
      reached()
      return never
    },
  })
  return { sender, died }
}

describe('a process that dies', () => {
  it.each([
    ['between claim and send', undefined, 0],
    ['between send and record', sandboxMessenger().send, 1],
  ])(
    '%s leaves a message that is unknown after its lease and never sent again',
    async (_when, work, accepted) => {
      const { threadId, actor, text, clock, deps, deliver, ref, message } = await dueMessage()
      const { sender, died } = dyingSender(work)
      void deliver({ sender })
      await died
      expect(await message()).toMatchObject({ delivery: { status: 'sending', attempts: 1 } })

      clock.forward(leaseMs - 1)
      await deliver()
      expect(await message()).toMatchObject({ delivery: { status: 'sending' } })
      expect(await deps.deliveries.unfinished()).toContainEqual(ref)

      clock.forward(1)
      await deliver()
      expect((await message()).delivery).toMatchObject({ status: 'unknown', attempts: 1, failure })
      expectAttention((await leftBy(db, threadId)).thread, ['member', actor.uid])

      for (let time = 0; time < 3; time += 1) {
        clock.forward(leaseMs)
        await deliver()
      }
      expect((await message()).delivery.status).toBe('unknown')
      expect(await deps.deliveries.unfinished()).not.toContainEqual(ref)
      expect(await acceptedOf(text)).toHaveLength(accepted)
    },
  )

  it('before the claim leaves a message that is sent the next time', async () => {
    const { text, deliver, message } = await dueMessage()
    const sender = async (): Promise<TextSender> => {
      throw new Error('the process died')
    }
    await expect(deliver({ sender })).rejects.toThrow('the process died')
    expect((await message()).delivery).toMatchObject({ status: 'pending', attempts: 0 })
    await deliver()
    expect((await message()).delivery.status).toBe('sent')
    expect(await acceptedOf(text)).toHaveLength(1)
  })

  it('after the record has done everything', async () => {
    const { text, deliver, message } = await dueMessage()
    await deliver()
    const sent = await message()
    await deliver()
    expect(await message()).toEqual(sent)
    expect(await sendsOf(text)).toHaveLength(1)
  })

  it('and comes back late does not write over what was decided meanwhile', async () => {
    const { clock, deliver, message, deps } = await dueMessage()
    let answerLate = (_id: string) => {}
    const { sender, died } = dyingSender()
    const late: TextSender = {
      send: async (...given) => {
        void (await sender()).send(...given)
        return new Promise(resolve => {
          answerLate = id => resolve({ providerMessageId: id })
        })
      },
    }
    const first = deliver({ sender: async () => late })
    await died
    clock.forward(leaseMs)
    await deliver()
    answerLate('SM00000000000000000000000000000000')
    await first
    expect((await message()).delivery.status).toBe('unknown')
    expect(deps.log).toMatchObject({ events: expect.arrayContaining([expect.stringMatching('taken over')]) })
  })
})

describe('the record of a send', () => {
  it('is made although somebody posts to the thread meanwhile', async () => {
    const { threadId, text, deliver } = await dueMessage()
    const send: TextSender['send'] = async (...given) => {
      const sent = await sandboxMessenger().send(...given)
      await createMessage(postDeps(db), staffActor(), input(threadId, { body: 'meanwhile' }))
      return sent
    }
    await deliver({ sender: async () => ({ send }) })
    const { thread, messages } = await leftBy(db, threadId)
    const [sent, meanwhile] = messages
    const [accepted] = await acceptedOf(text)
    expect(sent).toMatchObject({ externalMessageId: accepted.sid, delivery: { status: 'sent', attempts: 1 } })
    expect(thread).toMatchObject({ version: 3, lastMessage: meanwhile, updatedAt: meanwhile.createdAt })
    expect(await sendsOf(text)).toHaveLength(1)
  })

  it.each([4, 14])('is made once although its answer is lost (code %i)', async code => {
    const { threadId, text, deliver } = await dueMessage()
    const send: TextSender['send'] = async (...given) => {
      counter.loseReplyOf('Commit', code)
      return sandboxMessenger().send(...given)
    }
    await deliver({ sender: async () => ({ send }) })
    const { thread, messages } = await leftBy(db, threadId)
    expect(messages[0].delivery).toMatchObject({ status: 'sent', attempts: 1 })
    expect(thread.version).toBe(2)
    expect(await sendsOf(text)).toHaveLength(1)
  })

  it('that is refused for good leaves the claim, which ends as unknown', async () => {
    const { text, clock, deliver, message } = await dueMessage()
    const send: TextSender['send'] = async (...given) => {
      counter.refuseNext('Commit', 7, 'not now')
      return sandboxMessenger().send(...given)
    }
    await expect(deliver({ sender: async () => ({ send }) })).rejects.toThrow('not now')
    clock.forward(leaseMs)
    await deliver()
    expect((await message()).delivery.status).toBe('unknown')
    expect(await sendsOf(text)).toHaveLength(1)
  })
})

describe('a claim', () => {
  it('is had by one of many deliveries at once', async () => {
    const { text, deliver, message } = await dueMessage()
    await Promise.all(Array.from({ length: 5 }, () => deliver()))
    expect((await message()).delivery).toMatchObject({ status: 'sent', attempts: 1 })
    expect(await sendsOf(text)).toHaveLength(1)
  })

  it.each([4, 14])('whose answer is lost sends nothing twice (code %i)', async code => {
    const { text, clock, deliver, message } = await dueMessage()
    counter.loseReplyOf('Commit', code)
    await deliver().catch(() => {})
    await deliver()
    clock.forward(leaseMs)
    await deliver()
    expect(['sent', 'unknown']).toContain((await message()).delivery.status)
    expect((await sendsOf(text)).length).toBeLessThanOrEqual(1)
  })

  it('is not taken before the time a send was put off to', async () => {
    const { text, clock, deliver, message, ref } = await dueMessage()
    const notBefore = new Date(clock.now().getTime() + 10_000)
    await db
      .doc(`threads/${ref.threadId}/messages/${ref.messageId}`)
      .update({ 'delivery.notBefore': notBefore })
    clock.forward(9_999)
    await deliver()
    expect(await sendsOf(text)).toEqual([])
    clock.forward(1)
    await deliver()
    expect((await message()).delivery.status).toBe('sent')
  })
})
