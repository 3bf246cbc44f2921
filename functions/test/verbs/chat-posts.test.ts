import { describe, expect, it } from 'vitest'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { onMessageCreated } from '../../src/triggers/documents.ts'
import { acceptedOf, searchRecord, uniqueText } from '../support/chat.ts'
import {
  deliveryDeps,
  leftBy,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
} from '../support/chat-deps.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext, type Decorators, decorated } from '../support/test-context.ts'

const { db, callsOf, post } = await startVerbs()

const readAndCommit = ['BatchGetDocuments', 'Commit']

describe('a post', () => {
  it.each(['message', 'note', 'chatapp-message', 'sms-message'] as const)(
    'of type %s takes one read and one commit',
    async type => {
      const { threadId } = await seedGuestThread(db)
      expect(await callsOf(() => post(threadId, { type }))).toEqual(readAndCommit)
    },
  )

  it('under an id of its own takes no more, and its replay one read', async () => {
    const threadId = await seedThread(db)
    const actor = staffActor()
    const postOne = () => post(threadId, { messageId: 'm', attachments: ['a'] }, actor)
    expect(await callsOf(postOne)).toEqual(readAndCommit)
    expect(await callsOf(postOne)).toEqual(['BatchGetDocuments'])
    expect((await leftBy(db, threadId)).messages).toHaveLength(1)
  })

  it('that is refused takes one read and the audit entry', async () => {
    const refused = () => expect(post(uniqueId('nowhere'))).rejects.toThrow('thread-not-found')
    expect(await callsOf(refused)).toEqual(readAndCommit)
  })
})

it.each([
  ['the guest of the stay', true],
  ['a guest of another stay', false],
])('a message of a thread that names %s goes to the guest of the stay', async (_, isOfStay) => {
  const { threadId, reservationId, guestId, phone } = await seedGuestThread(db)
  const named = isOfStay ? guestId : (await seedGuestThread(db)).guestId
  await db.doc(`threads/${threadId}`).update({ guestId: named })
  const text = uniqueText()
  const { message } = await post(threadId, { type: 'sms-message', body: text })
  expect((await leftBy(db, threadId)).messages[0].delivery.guestId).toBe(named)
  const deps = await deliveryDeps(db)
  const ref = { threadId, messageId: message.messageId }
  const found = await deps.messages.inThread(ref, { reservationId, guestId: named })
  await deliverMessage(deps, ref, { found })
  expect((await acceptedOf(text)).map(({ to }) => to)).toEqual([phone])
})

describe('a message that goes everywhere', () => {
  const isSent = { delivery: { status: 'sent' } }
  const isForwarded = { forwarding: { status: 'forwarded' } }

  /** Handles the event of a new message while a vendor hangs; answers how the message stands, and ends the wait. */
  async function handled(decoratorsOf: (held: Promise<void>) => Decorators) {
    const { threadId } = await seedGuestThread(db, { source: 'platform-guest' })
    const held = Promise.withResolvers<void>()
    const decorators = decoratorsOf(held.promise)
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
        held.resolve()
        return done
      },
    }
  }

  it('does so where the index hangs', async () => {
    const { message, record, indexed, release } = await handled(held => ({
      index: port => ({ ...port, save: given => held.then(() => port.save(given)) }),
    }))
    await expect.poll(message).toMatchObject({ ...isSent, ...isForwarded })
    expect(await record()).toBeUndefined()
    await release()
    await indexed()
  })

  it('does so where the guest platform hangs', async () => {
    const { message, indexed, release } = await handled(held => ({
      guestPlatform: port => ({ ...port, putMessage: given => held.then(() => port.putMessage(given)) }),
    }))
    await expect.poll(message).toMatchObject(isSent)
    await indexed()
    expect(await message()).not.toMatchObject(isForwarded)
    await release()
    expect(await message()).toMatchObject(isForwarded)
  })

  it('does so where the provider hangs', async () => {
    const { message, indexed, release } = await handled(held => ({
      messenger: port => ({ ...port, send: given => held.then(() => port.send(given)) }),
    }))
    await expect.poll(message).toMatchObject({ delivery: { status: 'sending' }, ...isForwarded })
    await indexed()
    expect(await message()).toMatchObject({ delivery: { status: 'sending' } })
    await release()
    expect(await message()).toMatchObject(isSent)
  })
})
