import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { notifyLandlords } from '../../src/lib/chat/support/notify-landlords.ts'
import { input, postTrace, seedThread, staffActor, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { dueIds } from '../support/due.ts'
import { intercepted } from '../support/intercept.ts'
import { listed, put, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, counter } = startVerbs()

const minutes = (count: number) => count * 60_000
const [almost, delay] = [minutes(10) - 1, minutes(10)]

/** A support thread with landlords, its clock, and the acts on it. */
async function supportChat(landlords = 1, fields: object = {}) {
  const ids = Array.from({ length: landlords }, () => uniqueId('landlord'))
  await Promise.all(ids.map(id => put(`accounts/${id}`, { name: 'Lars Holm', email: `${id}@example.com` })))
  const threadId = await seedThread({ source: 'support', participantIds: ids, version: 0, ...fields })
  const clock = steppedClock()
  const staff = staffActor()
  const reference = db.doc(`threads/${threadId}`)
  const context = await builtContext({ firestore: db, clock })
  const deps = (sendsEmails = true) => ({
    ...context,
    rules: { ...context.rules, sendsSupportEmails: () => sendsEmails },
  })
  return {
    ids,
    threadId,
    clock,
    staff,
    deps,
    write: async (more: Partial<PostInput> = {}, actor: Actor = staff) =>
      createMessage({ ...(await builtContext()), clock }, actor, input(threadId, more)),
    /** Removes the landlord's attention, as opening the thread does. */
    read: (uid: string) =>
      db.runTransaction(async transaction => {
        const { needsAttention = [] } = (await transaction.get(reference)).data() ?? {}
        const left = needsAttention.filter((id: string) => id !== uid)
        transaction.update(reference, {
          needsAttention: left,
          needsAttentionMap: Object.fromEntries(left.map((id: string) => [id, true])),
        })
      }),
    /** Runs the sweep for this thread, if it is found due. */
    sweep: async (from = deps()) => {
      const due = await dueIds(db, clock.now(), 'support-notification')
      if (due.includes(threadId)) await notifyLandlords(from, threadId)
    },
    thread: async () => (await postTrace(threadId)).thread,
    emails: () => listed('emails', 'about.threadId', threadId),
  }
}

/** A chat whose message of staff is ten minutes old and unread. */
async function overdueChat(...options: Parameters<typeof supportChat>) {
  const chat = await supportChat(...options)
  await chat.write()
  chat.clock.forward(delay)
  return chat
}

describe('an e-mail about a support message', () => {
  it('is put into the outbox ten minutes later, and no sooner', async () => {
    const chat = await supportChat()
    const { message } = await chat.write({ body: 'Your documents are missing.' })
    chat.clock.forward(almost)
    await chat.sweep()
    await notifyLandlords(chat.deps(), chat.threadId)
    expect(await chat.emails()).toEqual([])
    chat.clock.forward(1)
    await chat.sweep()
    const dueAt = message.createdAt.getTime() + delay
    expect(await chat.emails()).toEqual([
      {
        id: `support_${chat.threadId}_${dueAt}_${chat.ids[0]}`,
        template: 'support-message',
        to: `${chat.ids[0]}@example.com`,
        data: { subject: 'Our support team has written to you', name: 'Lars Holm' },
        about: { threadId: chat.threadId },
        status: 'pending',
        createdAt: expect.anything(),
        dueAt: expect.anything(),
        expireAt: expect.anything(),
      },
    ])
    const thread = await chat.thread()
    expect(thread).not.toHaveProperty('supportNotificationDueAt')
    expect(thread).toMatchObject({ version: 1, needsAttention: chat.ids })
  })

  it('goes to each landlord who has not read, and to nobody else', async () => {
    const chat = await supportChat(3)
    const [first, second, third = ''] = chat.ids
    const [noAddress, noAccount, outsider] = [uniqueId('l'), uniqueId('l'), uniqueId('l')]
    await put(`accounts/${noAddress}`, { name: 'No address' })
    await put(`accounts/${outsider}`, { name: 'Outsider', email: 'outsider@example.com' })
    await update(`threads/${chat.threadId}`, {
      participantIds: [...chat.ids, noAddress, noAccount, 'a/b', '__reserved__', ''],
      needsAttention: [outsider],
    })
    await chat.write()
    await chat.read(third)
    chat.clock.forward(delay)
    await chat.sweep()
    const recipients = (await chat.emails()).map(email => Reflect.get(email, 'to'))
    expect(recipients.sort()).toEqual([`${first}@example.com`, `${second}@example.com`].sort())
  })

  it('is not written while these e-mails are switched off, nor afterwards', async () => {
    const chat = await overdueChat()
    await chat.sweep(chat.deps(false))
    expect(await chat.thread()).not.toHaveProperty('supportNotificationDueAt')
    await chat.sweep()
    expect(await chat.emails()).toEqual([])
  })
})

describe('each landlord gets one e-mail for a burst', () => {
  it('although many sweeps run at once', async () => {
    const chat = await overdueChat(2)
    await Promise.all(Array.from({ length: 6 }, () => notifyLandlords(chat.deps(), chat.threadId)))
    expect(await chat.emails()).toHaveLength(2)
  })

  it('although the commit’s answer is lost', async () => {
    const chat = await overdueChat()
    counter.loseReplyOf('Commit', 14)
    await chat.sweep()
    await chat.sweep()
    expect(await chat.emails()).toHaveLength(1)
  })

  it('by the next sweep, when the first one’s commit does not go through', async () => {
    const chat = await overdueChat()
    counter.refuseNext('Commit', 9)
    await chat.sweep()
    expect(await chat.emails()).toEqual([])
    await chat.sweep()
    expect(await chat.emails()).toHaveLength(1)
  })

  it('and none after reading the thread while the sweep decides', async () => {
    const chat = await overdueChat()
    const slow = intercepted(chat.deps(), 'store.readAll', original => async accounts => {
      await chat.read(chat.ids[0] ?? '')
      return original(accounts)
    })
    await notifyLandlords(slow, chat.threadId)
    await chat.sweep()
    expect(await chat.emails()).toEqual([])
    expect(await chat.thread()).not.toHaveProperty('supportNotificationDueAt')
  })
})
