import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { failedSendId } from '../../src/lib/chat/delivery/failed-sends.ts'
import { insteadId } from '../../src/lib/chat/delivery/instead-id.ts'
import { resolveFailedSend } from '../../src/lib/chat/delivery/resolve-failed-send.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { markRead } from '../../src/lib/chat/reading/change-thread.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { resolveItem } from '../../src/lib/items/change-item.ts'
import { uniquePhone } from '../support/builders.ts'
import { uniqueText } from '../support/chat.ts'
import { seedGuestThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { dueMessage } from '../support/delivery.ts'
import { tellOfMessage } from '../support/message-event.ts'
import { remove, stored, uniqueId, update } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const { db, post } = startVerbs()
const context = testContext({ firestore: db })

/** A thread whose guest has no number, so that a text fails at once. */
async function unreachable() {
  const { threadId, guestId } = await seedGuestThread({ propertyId: 'p' })
  await update(`guests/${guestId}`, { phone: null })
  return {
    threadId,
    reachable: () => update(`guests/${guestId}`, { phone: uniquePhone() }),
    async send(fields: Partial<PostInput> = {}, author?: Actor) {
      const { message } = await post(threadId, { type: 'sms-message', body: uniqueText(), ...fields }, author)
      await tellOfMessage(context, db, message)
      return message
    },
    marks: async () => (await stored(`threads/${threadId}`)).failedSends ?? [],
    item: async (messageId: string) => await stored(`items/${failedSendId({ threadId, messageId })}`),
  }
}

describe('a send that fails', () => {
  it('is marked on its thread and opens an item for its author, read or not', async () => {
    const { threadId, send, marks, item } = await unreachable()
    const { messageId, authorId } = await send()
    await markRead(context, { ...staffActor(), uid: authorId }, { threadId })
    expect(await marks()).toEqual([messageId])
    expect(await item(messageId)).toMatchObject({
      kind: 'send-failed',
      status: 'open',
      threadId,
      messageId,
      authorId,
      propertyId: 'p',
      detail: expect.stringContaining('number'),
      nextAction: expect.any(String),
    })
  })

  it('loses mark and item when a retry gets through', async () => {
    const { send, marks, item, reachable } = await unreachable()
    const [first, other] = [await send(), await send()]
    expect(await marks()).toEqual([first.messageId, other.messageId])
    await reachable()
    await retryMessage(context, staffActor(), first)
    expect(await marks()).toEqual([other.messageId])
    expect(await item(first.messageId)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
    expect(await item(other.messageId)).toMatchObject({ status: 'open' })
  })

  it('loses mark and item when its text gets through another way, which had failed, too', async () => {
    const { send, marks, item, reachable } = await unreachable()
    const failed = await send()
    const again = await send({ messageId: insteadId(failed.messageId), body: failed.body })
    expect(await marks()).toEqual([failed.messageId, again.messageId])
    await reachable()
    await retryMessage(context, staffActor(), again)
    expect(await marks()).toEqual([])
    expect(await item(failed.messageId)).toMatchObject({ status: 'resolved' })
    expect(await item(again.messageId)).toMatchObject({ status: 'resolved' })
  })

  it('loses its mark even if its item has been removed', async () => {
    const { threadId, send, marks, reachable } = await unreachable()
    const failed = await send()
    await remove(`items/${failedSendId({ threadId, messageId: failed.messageId })}`)
    await reachable()
    await retryMessage(context, staffActor(), failed)
    expect(await marks()).toEqual([])
  })

  it('has one mark after failing twice', async () => {
    const { threadId, send, marks, reachable } = await unreachable()
    const failed = await send()
    await reachable()
    const { guestId } = await stored(`reservations/${(await thread(threadId)).reservationId}`)
    await update(`guests/${guestId}`, { phone: '+1' })
    await retryMessage(context, staffActor(), failed).catch(() => {})
    expect(await marks()).toEqual([failed.messageId])
  })
})

const thread = async (threadId: string) => await stored(`threads/${threadId}`)

describe('the author of a failed send', () => {
  const calls = async (threadId: string, uid: string) => {
    const { attention, lastFailures = {}, needsAttention } = await thread(threadId)
    const causes = attention?.[uid]?.map(({ cause }: { cause: string }) => cause) ?? []
    return { causes, isMarked: uid in lastFailures, isCalled: needsAttention.includes(uid) }
  }
  const called = { causes: ['send-failed'], isMarked: true, isCalled: true }
  const calm = { causes: [], isMarked: false, isCalled: false }

  it('has no attention for it once a retry by hand got through, unless another send of theirs failed', async () => {
    const { threadId, send, reachable } = await unreachable()
    const [ann, bob] = [staffActor(), staffActor()]
    const [first, second] = [await send({}, ann), await send({}, ann)]
    const bobs = await send({}, bob)
    await reachable()
    await retryMessage(context, bob, second)
    expect(await calls(threadId, ann.uid)).toEqual({ ...called, causes: ['send-failed', 'message'] })
    await retryMessage(context, bob, first)
    expect(await calls(threadId, ann.uid)).toEqual({ causes: ['message'], isMarked: false, isCalled: true })
    expect((await calls(threadId, bob.uid)).isMarked).toBe(true)
    await retryMessage(context, ann, bobs)
    expect(await calls(threadId, bob.uid)).toEqual(calm)
  })

  it('has no attention for it once its text got through another way', async () => {
    const { threadId, send, reachable } = await unreachable()
    const ann = staffActor()
    const failed = await send({}, ann)
    expect(await calls(threadId, ann.uid)).toEqual(called)
    await reachable()
    await send({ messageId: insteadId(failed.messageId), body: failed.body }, ann)
    expect(await calls(threadId, ann.uid)).toEqual(calm)
  })

  it.each([
    ['was found at the provider', true],
    ['was not there, and went out at the next try', false],
  ])('has no attention for one of unknown outcome that %s', async (_, isThere) => {
    const sent: { providerMessageId: string; body: string }[] = []
    let isLost = true
    const { threadId, actor, text, clock, deliver, message } = await dueMessage({
      messenger: {
        async send() {
          if (isThere || !isLost) sent.push({ providerMessageId: uniqueId('SM'), body: text })
          if (isLost) throw new ProviderError('twilio', 'unknown', 'no answer')
          return { providerMessageId: sent[0]?.providerMessageId ?? '' }
        },
        sentTo: async () => sent.map(one => ({ ...one, status: 'sent' as const, createdAt: clock.now() })),
        statusOf: async providerMessageId => ({ providerMessageId, status: 'sent' as const }),
      },
    })
    await deliver()
    expect(await calls(threadId, actor.uid)).toEqual(called)
    isLost = false
    for (let time = 0; time < 60 && (await message()).delivery.status !== 'sent'; time += 1) {
      clock.forward(15_000)
      await deliver()
    }
    expect((await message()).delivery).toMatchObject({ status: 'sent', attempts: isThere ? 1 : 2 })
    expect(await calls(threadId, actor.uid)).toEqual(calm)
  })
})

describe('resolving a failed send', () => {
  it('removes mark and item at once, however often it is done', async () => {
    const { threadId, send, marks, item } = await unreachable()
    const [one, other] = [await send(), await send()]
    const ann = staffActor()
    const id = failedSendId({ threadId, messageId: one.messageId })
    await Promise.all([1, 2, 3].map(() => resolveFailedSend(context, ann, id)))
    await resolveFailedSend(context, ann, id)
    expect(await marks()).toEqual([other.messageId])
    expect(await item(one.messageId)).toMatchObject({ status: 'resolved', resolvedBy: ann.uid })
  })

  it('is refused without such an item', async () => {
    const id = failedSendId({ threadId: uniqueId('t'), messageId: 'm' })
    await expect(resolveFailedSend(context, staffActor(), id)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('works after the thread was deleted', async () => {
    const { threadId, send, item } = await unreachable()
    const { messageId } = await send()
    await remove(`threads/${threadId}`)
    await resolveFailedSend(context, staffActor(), failedSendId({ threadId, messageId }))
    expect(await item(messageId)).toMatchObject({ status: 'resolved' })
    await expect(resolveItem(context, staffActor(), uniqueId('none'))).rejects.toThrow()
  })
})

it('the twenty newest failed sends are marked', async () => {
  const { threadId, send, marks } = await unreachable()
  const old = Array.from({ length: 20 }, (_, index) => `old-${index}`)
  await update(`threads/${threadId}`, { failedSends: old })
  const { messageId } = await send()
  expect(await marks()).toEqual([...old.slice(1), messageId])
})
