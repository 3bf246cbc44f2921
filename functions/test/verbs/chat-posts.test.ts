import { describe, expect, it } from 'vitest'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { messageInThread } from '../../src/lib/chat/stored-messages.ts'
import { onMessageCreated } from '../../src/triggers/documents.ts'
import { acceptedOf, searchRecord, uniqueText } from '../support/chat.ts'
import { postTrace, seedGuestThread, startVerbs } from '../support/chat-deps.ts'
import { update } from '../support/stack.ts'
import { builtContext, type Decorators, decorated } from '../support/test-context.ts'

const { db, post } = startVerbs()

it.each([
  ['the guest of the stay', true],
  ['a guest of another stay', false],
])('a message of a thread that names %s goes to the guest of the stay', async (_, isOfStay) => {
  const { threadId, reservationId, guestId, phone } = await seedGuestThread()
  const named = isOfStay ? guestId : (await seedGuestThread()).guestId
  await update(`threads/${threadId}`, { guestId: named })
  const text = uniqueText()
  const { message } = await post(threadId, { type: 'sms-message', body: text })
  expect((await postTrace(threadId)).messages[0].delivery.guestId).toBe(named)
  const deps = await builtContext()
  const ref = { threadId, messageId: message.messageId }
  const found = await messageInThread(deps.store, ref, { reservationId, guestId: named })
  await deliverMessage(deps, ref, { first: found })
  expect((await acceptedOf(text)).map(({ to }) => to)).toEqual([phone])
})

describe('a message that goes everywhere', () => {
  const isSent = { delivery: { status: 'sent' } }
  const isForwarded = { forwarding: { status: 'forwarded' } }

  /** Handles the event of a new message while a vendor hangs; `release` ends the hanging. */
  async function handled(decoratorsOf: (gate: Promise<void>) => Decorators) {
    const { threadId } = await seedGuestThread({ source: 'platform-guest' })
    const gate = Promise.withResolvers<void>()
    const decorators = decoratorsOf(gate.promise)
    const context = await builtContext({
      firestore: db,
      decorate: (name, port) => decorated(decorators, name, port),
    })
    const { message } = await post(threadId, { type: 'chatapp-message' })
    const { messageId } = message
    const document = db.doc(`threads/${threadId}/messages/${messageId}`)
    const created = await document.get()
    const event = { fields: created.data() ?? {}, updateTime: created.updateTime ?? created.readTime }
    const done = onMessageCreated(context, { threadId, messageId }, event)
    return {
      message: async () => (await document.get()).data(),
      record: () => searchRecord(threadId),
      indexed: () => expect.poll(() => searchRecord(threadId)).toMatchObject({ lastMessage: { messageId } }),
      release: () => {
        gate.resolve()
        return done
      },
    }
  }

  /** The vendor that hangs, its decorators, and the message during and after the hanging. */
  const rows: [string, (gate: Promise<void>) => Decorators, object, object][] = [
    [
      'guest platform',
      gate => ({
        guestPlatform: port => ({ ...port, putMessage: given => gate.then(() => port.putMessage(given)) }),
      }),
      { ...isSent, forwarding: { status: 'pending' } },
      isForwarded,
    ],
    [
      'provider',
      gate => ({ messenger: port => ({ ...port, send: given => gate.then(() => port.send(given)) }) }),
      { delivery: { status: 'sending' }, ...isForwarded },
      isSent,
    ],
  ]
  it.each(rows)('reaches the others while the %s hangs', async (_, holding, during, then) => {
    const { message, indexed, release } = await handled(holding)
    await expect.poll(message).toMatchObject(during)
    await indexed()
    expect(await message()).toMatchObject(during)
    await release()
    expect(await message()).toMatchObject(then)
  })

  it('reaches the others while the index hangs', async () => {
    const { message, record, indexed, release } = await handled(gate => ({
      index: port => ({ ...port, save: given => gate.then(() => port.save(given)) }),
    }))
    await expect.poll(message).toMatchObject({ ...isSent, ...isForwarded })
    expect(await record()).toBeUndefined()
    await release()
    await indexed()
  })
})
