import type { Firestore } from 'firebase-admin/firestore'
import { describe, expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { runSchedule } from '../../src/triggers/by-the-clock.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { sandbox, uniqueText } from '../support/chat.ts'
import { input, seedGuestThread, staffActor } from '../support/chat-deps.ts'
import { memoryLog } from '../support/memory-log.ts'
import { tellOfMessage } from '../support/message-event.ts'
import { uniqueId } from '../support/stack.ts'
import { builtContext, sandboxSettings, testContext } from '../support/test-context.ts'
import { ownProjects } from '../support/world.ts'

const ownProject = ownProjects()
/** A Firestore in which nothing else is due. */
const ownFirestore = (): Firestore => ownProject().db

/** A context that prints no failures. */
const quiet = (firestore: Firestore) => testContext({ firestore, log: memoryLog([]) })

const statusOf = async (db: Firestore, { threadId, messageId }: { threadId: string; messageId: string }) =>
  (await db.doc(`threads/${threadId}/messages/${messageId}`).get()).get('delivery.status')

const sentTo = async (phones: readonly string[]) =>
  (await sandbox().state('twilio')).messages.filter(({ to }: { to: string }) =>
    phones.includes(to.replace('whatsapp:', '')),
  )

describe('a first try', () => {
  it('is left to the schedule when its lane has no room, and sent then', async () => {
    const db = ownFirestore()
    const settings = sandboxSettings()
    const lanes = () => settings.lanes().replace('sms=1000/20', 'sms=1/2')
    const context = testContext({ firestore: db, log: memoryLog([]), settings: { ...settings, lanes } })
    const messages = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => {
        const { threadId, phone } = await seedGuestThread({}, db)
        const post = input(threadId, { type: 'sms-message', body: uniqueText() })
        const { message } = await createMessage(await builtContext({ firestore: db }), staffActor(), post)
        return { phone, message }
      }),
    )
    for (const { message } of messages) void tellOfMessage(context, db, message)
    await expect
      .poll(async () => (await sentTo(messages.map(({ phone }) => phone))).length, { timeout: 20_000 })
      .toBeGreaterThan(0)
    const statuses = await Promise.all(messages.map(({ message }) => statusOf(db, message)))
    expect(statuses.filter(status => status === 'pending').length).toBeGreaterThan(1)
    await workDue(quiet(db), ['sms-delivery'])
    await expect
      .poll(async () => (await sentTo(messages.map(({ phone }) => phone))).length, { timeout: 20_000 })
      .toBe(5)
  })

  it('of a message without a due time gives it one when its lane is paused', async () => {
    const db = ownFirestore()
    const { threadId, reservationId, phone } = await seedGuestThread({}, db)
    const ref = { threadId, messageId: uniqueId('m') }
    const message = {
      ...ref,
      authorId: 'staff',
      createdAt: new Date(),
      source: 'platform',
      body: uniqueText(),
      type: 'chatapp-message',
      contentType: 'text',
      delivery: { reservationId, status: 'pending', attempts: 0 },
    }
    await db.doc(`threads/${threadId}/messages/${ref.messageId}`).set(message)
    await db.doc('lanes/chatapp').set({ pausedBy: 'ann' })
    const context = quiet(db)
    await tellOfMessage(context, db, ref)
    await workDue(context, ['chatapp-delivery'])
    expect(await sentTo([phone])).toEqual([])
    await db.doc('lanes/chatapp').delete()
    await workDue(quiet(db), ['chatapp-delivery'])
    expect(await sentTo([phone])).toHaveLength(1)
  })
})

describe('a round', () => {
  const lane = (db: Firestore) => db.doc('lanes/look-up')
  const hasCheckpoints = async (db: Firestore) =>
    (await db.collection('checkpoints').count().get()).data().count > 0

  it('waits for its lane while a person has paused it', async () => {
    const db = ownFirestore()
    await lane(db).set({ pausedBy: 'ann' })
    const log = memoryLog([])
    await runSchedule(testContext({ firestore: db, log }), 'sweepinbound')
    expect(await hasCheckpoints(db)).toBe(false)
    expect(log.events).toContain('a round waits for its lane')
    await lane(db).delete()
    await runSchedule(testContext({ firestore: db, log }), 'sweepinbound')
    expect(await hasCheckpoints(db)).toBe(true)
  })

  it('reopens its lane and resolves the item once the vendor answers again, though nothing is due', async () => {
    const db = ownFirestore()
    const failing = { reason: 'credentials', since: new Date(), probeAt: new Date() }
    await lane(db).set({ failing })
    await db.doc('items/vendor-unavailable_look-up').set({ status: 'open', kind: 'vendor-unavailable' })
    const status = async () => (await db.doc('items/vendor-unavailable_look-up').get()).get('status')
    await workDue(quiet(db))
    expect(await status()).toBe('open')
    await runSchedule(quiet(db), 'sweepinbound')
    expect(await status()).toBe('resolved')
    expect((await lane(db).get()).get('failing')).toBeNull()
  })
})

it.each(['service', 'support'] as const)('a failed message by the role %s opens an item', async role => {
  const db = ownFirestore()
  const { threadId, guestId } = await seedGuestThread({}, db)
  await db.doc(`guests/${guestId}`).update({ phone: null })
  const actor = { ...staffActor(), role }
  const post = input(threadId, { type: 'sms-message', body: uniqueText() })
  const { message } = await createMessage(await builtContext({ firestore: db }), actor, post)
  await tellOfMessage(testContext({ firestore: db }), db, message)
  expect(await statusOf(db, message)).toBe('failed')
  const { messageId, authorId } = message
  const item = (await db.doc(`items/send-failed_${threadId}_${messageId}`).get()).data()
  expect(item).toMatchObject({
    ...(role === 'support' ? { kind: 'send-failed', authorId } : { kind: 'automation-failed' }),
    status: 'open',
    threadId,
    messageId,
    detail: expect.any(String),
    nextAction: expect.any(String),
  })
})
