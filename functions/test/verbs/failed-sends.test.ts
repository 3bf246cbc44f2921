import { describe, expect, it } from 'vitest'
import { failedSendId } from '../../src/lib/chat/delivery/failed-sends.ts'
import { insteadId } from '../../src/lib/chat/delivery/instead.ts'
import { resolveFailedSend } from '../../src/lib/chat/delivery/resolve-failed-send.ts'
import { retryMessage } from '../../src/lib/chat/delivery/retry-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { markRead } from '../../src/lib/chat/reading/change-thread.ts'
import { resolveItem } from '../../src/lib/items/change-item.ts'
import { uniquePhone } from '../support/builders.ts'
import { uniqueText } from '../support/chat.ts'
import { seedGuestThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { tellOfMessage } from '../support/message-event.ts'
import { uniqueId } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const { db, post } = await startVerbs()
const context = testContext({ firestore: db })

/** A thread whose guest has no number, so that a text fails at once. */
async function unreachable() {
  const { threadId, guestId } = await seedGuestThread(db, { propertyId: 'p' })
  await db.doc(`guests/${guestId}`).update({ phone: null })
  return {
    threadId,
    reachable: () => db.doc(`guests/${guestId}`).update({ phone: uniquePhone() }),
    async send(fields: Partial<PostInput> = {}) {
      const { message } = await post(threadId, { type: 'sms-message', body: uniqueText(), ...fields })
      await tellOfMessage(context, db, message)
      return message
    },
    marks: async () => (await db.doc(`threads/${threadId}`).get()).get('failedSends') ?? [],
    item: async (messageId: string) =>
      (await db.doc(`items/${failedSendId({ threadId, messageId })}`).get()).data(),
  }
}

describe('a send that fails', () => {
  it('is marked on its thread and stands To do for its author, read or not', async () => {
    const { threadId, send, marks, item } = await unreachable()
    const { messageId, authorId } = await send()
    await markRead(context, { ...staffActor(), uid: authorId }, { threadId })
    expect(await marks()).toEqual([messageId])
    expect(await item(messageId)).toMatchObject({
      ...{ kind: 'send-failed', status: 'open', threadId, messageId, authorId, propertyId: 'p' },
      ...{ detail: expect.stringContaining('number'), nextAction: expect.any(String) },
    })
  })

  it('is over when it gets through after all', async () => {
    const { send, marks, item, reachable } = await unreachable()
    const [first, other] = [await send(), await send()]
    expect(await marks()).toEqual([first.messageId, other.messageId])
    await reachable()
    await retryMessage(context, staffActor(), first)
    expect(await marks()).toEqual([other.messageId])
    expect(await item(first.messageId)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
    expect(await item(other.messageId)).toMatchObject({ status: 'open' })
  })

  it('is over when its text got through by another way, and fails again with it', async () => {
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

  it('is over even where its line has been removed', async () => {
    const { threadId, send, marks, reachable } = await unreachable()
    const failed = await send()
    await db.doc(`items/${failedSendId({ threadId, messageId: failed.messageId })}`).delete()
    await reachable()
    await retryMessage(context, staffActor(), failed)
    expect(await marks()).toEqual([])
  })

  it('fails twice and has one mark', async () => {
    const { threadId, send, marks, reachable } = await unreachable()
    const failed = await send()
    await reachable()
    const { guestId } =
      (await db.doc(`reservations/${(await thread(threadId)).reservationId}`).get()).data() ?? {}
    await db.doc(`guests/${guestId}`).update({ phone: '+1' })
    await retryMessage(context, staffActor(), failed).catch(() => {})
    expect(await marks()).toEqual([failed.messageId])
  })
})

const thread = async (threadId: string) => (await db.doc(`threads/${threadId}`).get()).data() ?? {}

describe('whoever says that it is dealt with', () => {
  it('takes mark and line away at once, how often they say it and how many at the same time', async () => {
    const { threadId, send, marks, item } = await unreachable()
    const [one, other] = [await send(), await send()]
    const ann = staffActor()
    const id = failedSendId({ threadId, messageId: one.messageId })
    await Promise.all([1, 2, 3].map(() => resolveFailedSend(context, ann, id)))
    await resolveFailedSend(context, ann, id)
    expect(await marks()).toEqual([other.messageId])
    expect(await item(one.messageId)).toMatchObject({ status: 'resolved', resolvedBy: ann.uid })
  })

  it('is told when there is no such line', async () => {
    const id = failedSendId({ threadId: uniqueId('t'), messageId: 'm' })
    await expect(resolveFailedSend(context, staffActor(), id)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('closes a line whose thread has gone', async () => {
    const { threadId, send, item } = await unreachable()
    const { messageId } = await send()
    await db.doc(`threads/${threadId}`).delete()
    await resolveFailedSend(context, staffActor(), failedSendId({ threadId, messageId }))
    expect(await item(messageId)).toMatchObject({ status: 'resolved' })
    await expect(resolveItem(context, staffActor(), uniqueId('none'))).rejects.toThrow()
  })
})

it('the twenty newest are marked', async () => {
  const { threadId, send, marks } = await unreachable()
  const old = Array.from({ length: 20 }, (_, index) => `old-${index}`)
  await db.doc(`threads/${threadId}`).update({ failedSends: old })
  const { messageId } = await send()
  expect(await marks()).toEqual([...old.slice(1), messageId])
})
