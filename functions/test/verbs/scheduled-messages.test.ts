import { describe, expect, it } from 'vitest'
import { failedSendId } from '../../src/lib/chat/delivery/failed-sends.ts'
import { resolveFailedSend } from '../../src/lib/chat/delivery/resolve-failed-send.ts'
import { uploadFile } from '../../src/lib/chat/files/upload-file.ts'
import { messageKey } from '../../src/lib/chat/message-key.ts'
import { cancelScheduled } from '../../src/lib/chat/scheduled/cancel-scheduled.ts'
import { listScheduled } from '../../src/lib/chat/scheduled/list-scheduled.ts'
import { type ScheduleInput, scheduleMessage } from '../../src/lib/chat/scheduled/schedule-message.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { png } from '../support/files.ts'
import { fateOf, hour, type Scheduling, scheduling } from '../support/scheduled.ts'
import { listed, put, remove, uniqueId, update } from '../support/stack.ts'

const { db, post, receive } = startVerbs()

describe('a message that is scheduled', () => {
  it('is posted at its time, once, in the name of its author', async () => {
    const of = await scheduling()
    await of.schedule()
    await of.send()
    expect(await fateOf(of)).toBe('waiting')
    of.clock.forward(hour)
    await of.send()
    await of.send()
    expect(await fateOf(of)).toBe('sent')
    expect(await of.message()).toMatchObject({
      authorId: of.author.uid,
      type: 'sms-message',
      body: of.input.body,
      delivery: { status: 'pending', sendUntil: expect.anything() },
    })
    const audits = await listed('auditLog', 'targetId', of.ref.messageId)
    expect(audits.map(entry => entry.action).toSorted()).toEqual(['message.create', 'message.schedule'])
  })

  it('is stored once, however often and by however many at once it is scheduled', async () => {
    const of = await scheduling()
    const answers = await Promise.all([of.schedule(), of.schedule(), of.schedule()])
    expect(new Set(answers.map(({ createdAt }) => createdAt.getTime())).size).toBe(1)
    expect((await of.thread()).scheduledIds).toEqual([of.ref.messageId])
    of.input.body = 'Another text'
    await expect(of.schedule()).rejects.toThrow('message-conflict')
    await expect(of.schedule(staffActor())).rejects.toThrow('message-conflict')
  })

  it('is told from that of another thread, though their ids join alike', async () => {
    const id = uniqueId('alike')
    const both = [
      { threadId: id, messageId: 'b_c' },
      { threadId: `${id}_b`, messageId: 'c' },
    ]
    const of = await scheduling()
    for (const ref of both) {
      await put(`threads/${ref.threadId}`, { ...(await of.thread()), threadId: ref.threadId })
      await scheduleMessage(of.context, of.author, { ...of.input, ...ref })
    }
    of.clock.forward(hour + 1000)
    await workDue(of.context, ['scheduled-send'])
    for (const { threadId, messageId } of both)
      expect((await db.doc(`threads/${threadId}/messages/${messageId}`).get()).get('body')).toBe(
        of.input.body,
      )
  })

  it('of version 1 is listed, taken back, or sent once, though its thread id has the joining mark', async () => {
    const of = await scheduling()
    const threadId = `${uniqueId('thread')}_x`
    await put(`threads/${threadId}`, { ...(await of.thread()), threadId })
    const [sent, back] = ['m_1', 'm_2']
    for (const messageId of [sent, back]) {
      await scheduleMessage(of.context, of.author, { ...of.input, threadId, messageId })
      const present = db.doc(`scheduledSends/${messageKey({ threadId, messageId })}`)
      const fields = (await present.get()).data() ?? {}
      await present.delete()
      await put(`scheduledSends/${threadId}_${messageId}`, fields)
    }
    expect(await listScheduled(of.context, threadId)).toHaveLength(2)
    await cancelScheduled(of.context, of.author, { threadId, messageId: back })
    of.clock.forward(hour + 1000)
    await workDue(of.context, ['scheduled-send'])
    const posted = await db.collection(`threads/${threadId}/messages`).get()
    expect(posted.docs.map(({ id }) => id)).toEqual([sent])
    const stored = await listed('scheduledSends', 'threadId', threadId)
    expect(stored.map(one => one.status).toSorted()).toEqual(['cancelled', 'sent'])
    expect((await db.doc(`threads/${threadId}`).get()).get('scheduledIds')).toEqual([])
  })

  it('is posted once by many at once', async () => {
    const of = await scheduling()
    await of.schedule()
    of.clock.forward(hour)
    await Promise.all([of.send(), of.send(), of.send()])
    expect(await fateOf(of)).toBe('sent')
    expect((await db.collection(`threads/${of.threadId}/messages`).get()).size).toBe(1)
  })

  it.each([
    ['a time that is over', { sendAt: new Date(1000) }, 'validation-failed'],
    ['a time too far away', { sendAt: new Date(Date.now() + 91 * 24 * hour) }, 'validation-failed'],
    ['a thread that is not there', { threadId: uniqueId('none') }, 'thread-not-found'],
    ['a stay of somebody else', { reservationId: uniqueId('none') }, 'validation-failed'],
  ])('is refused with %s', async (_, given, code) => {
    const of = await scheduling(given)
    await expect(of.schedule()).rejects.toThrow(code)
    expect(await of.scheduled()).toBeUndefined()
  })

  it('is refused if its thread has twenty others', async () => {
    const of = await scheduling()
    await update(`threads/${of.threadId}`, { scheduledIds: Array.from({ length: 20 }, String) })
    await expect(of.schedule()).rejects.toThrow('validation-failed')
  })

  it('is not found in another thread', async () => {
    const of = await scheduling()
    await of.schedule()
    of.ref.threadId = await seedThread()
    await expect(of.cancel()).rejects.toThrow(/^not-found/)
  })
})

const day = 24 * hour

describe('a scheduled message with files', () => {
  const upload = async ({ context, author, threadId }: Scheduling) => {
    const picture = { threadId, name: 'plan.png', type: 'image/png', bytes: png }
    return (await uploadFile(context, author, picture)).fileId
  }
  const withFile = async (given: Parameters<typeof scheduling>[0] = {}) => {
    const of = await scheduling({ type: 'message', sendAt: new Date(Date.now() + 3 * day), ...given })
    const fileId = await upload(of)
    of.input.files = [fileId]
    const file = async () => (await db.doc(`files/${fileId}`).get()).data()
    /** Does the due work on files, removals included. */
    const clean = () => workDue(of.context, ['file'])
    return { of, fileId, file, clean }
  }

  it('keeps them until its time, and has them then', async () => {
    const { of, fileId, file, clean } = await withFile()
    const shown = [{ fileId, name: 'plan.png', type: 'image/png', size: png.length }]
    expect(await of.schedule()).toMatchObject({ files: shown })
    expect(await of.schedule()).toMatchObject({ files: shown })
    of.clock.forward(3 * day)
    await clean()
    expect(await file()).toMatchObject({ state: 'ready' })
    await of.send()
    await of.send()
    expect(await fateOf(of)).toBe('sent')
    expect(await of.message()).toMatchObject({ files: shown })
    expect(await file()).toMatchObject({ state: 'used', messageId: of.ref.messageId })
  })

  it('may have files alone, and conflicts with one of other files', async () => {
    const { of } = await withFile({ body: '' })
    await of.schedule()
    of.input.files = [await upload(of)]
    await expect(of.schedule()).rejects.toThrow('message-conflict')
    of.input.files = undefined
    await expect(of.schedule()).rejects.toThrow('message-conflict')
  })

  it.each<[string, Partial<ScheduleInput>, (id: string) => string]>([
    ['that are not there', {}, id => `${id}x`],
    ['that its channel does not take', { type: 'sms-message' }, id => id],
  ])('is refused with files %s', async (_, given, named) => {
    const { of, fileId, file } = await withFile(given)
    await update(`files/${fileId}`, { type: 'text/plain' })
    of.input.files = [named(fileId)]
    await expect(of.schedule()).rejects.toThrow('validation-failed')
    expect(await of.scheduled()).toBeUndefined()
    expect((await file())?.dueAt.toMillis()).toBeLessThan(Date.now() + 2 * day)
  })

  it("is refused with a colleague's file", async () => {
    const { of } = await withFile()
    await expect(of.schedule(staffActor())).rejects.toThrow('validation-failed')
  })

  it.each<[string, (fileId: string, of: Scheduling) => Promise<unknown>]>([
    ['that was taken away', fileId => remove(`files/${fileId}`)],
    ['that another message has', (fileId, of) => post(of.threadId, { files: [fileId] }, of.author)],
  ])('is not sent, and says so, if its time comes without a file %s', async (_, interference) => {
    const { of, fileId } = await withFile()
    await of.schedule()
    await interference(fileId, of)
    of.clock.forward(3 * day)
    await of.send()
    expect(await fateOf(of)).toBe('not-sent: attachment-not-sendable')
    expect(await of.item()).toMatchObject({ detail: expect.stringContaining('file') })
  })

  it('keeps its files for a week if it was not sent, to be written again', async () => {
    const { of, fileId, file, clean } = await withFile({ seenUntil: new Date() })
    await of.schedule()
    await post(of.threadId)
    of.clock.forward(3 * day)
    await of.send()
    expect(await fateOf(of)).toBe('not-sent: answered-meanwhile')
    of.clock.forward(6 * day)
    await clean()
    expect(await file()).toMatchObject({ state: 'ready' })
    of.clock.forward(day + hour)
    await clean()
    expect(await file()).toBeUndefined()
    expect(await of.context.files.stat(fileId)).toBeUndefined()
  })

  it('keeps its files as long as any upload once it is taken back', async () => {
    const { of, file, clean } = await withFile()
    await of.schedule()
    await Promise.all([of.cancel(), of.cancel()])
    of.clock.forward(day - hour)
    await clean()
    expect(await file()).toMatchObject({ state: 'ready' })
    of.clock.forward(2 * hour)
    await clean()
    expect(await file()).toBeUndefined()
  })

  it('leaves its files, once it is taken back, to another message that has them', async () => {
    const { of, fileId, file } = await withFile()
    await of.schedule()
    await post(of.threadId, { files: [fileId], messageId: 'other' }, of.author)
    await of.cancel()
    expect(await fateOf(of)).toBe('cancelled')
    expect(await file()).toMatchObject({ state: 'used', messageId: 'other' })
    expect(await file()).not.toHaveProperty('dueAt')
  })
})

type Meanwhile = (of: Awaited<ReturnType<typeof scheduling>>) => Promise<unknown>
const nothing: Meanwhile = async () => {}
const stay = (of: Parameters<Meanwhile>[0]) => db.doc(`reservations/${of.reservationId}`)
const guest = (of: Parameters<Meanwhile>[0]) => db.doc(`guests/${of.guestId}`)

describe('a scheduled message is checked again at its time', () => {
  it.each<[string, string, Meanwhile]>([
    ['nothing has happened', 'sent', nothing],
    ['its author has answered', 'sent', of => post(of.threadId, { body: 'Hello' }, of.author)],
    ['the guest has written', 'sent', of => receive({ ...fromGuest, from: of.phone })],
    ['somebody else has answered', 'not-sent: answered-meanwhile', of => post(of.threadId)],
    ['the stay was cancelled', 'not-sent: stay-cancelled', of => stay(of).update({ status: 'cancelled' })],
    [
      'the stay was cancelled, and its thread is about another one of the guest',
      'not-sent: stay-cancelled',
      async of => {
        await stay(of).update({ status: 'cancelled' })
        const other = { guestId: of.guestId, propertyId: 'p', arrival: '2036-01-01', departure: '2036-01-05' }
        await put(`reservations/${of.reservationId}-other`, other)
        await update(`threads/${of.threadId}`, { reservationId: `${of.reservationId}-other` })
      },
    ],
    ['the guest arrives later', 'not-sent: stay-changed', of => stay(of).update({ arrival: '2026-01-02' })],
    [
      'the guest leaves earlier',
      'not-sent: stay-changed',
      of => stay(of).update({ departure: '2035-12-31' }),
    ],
    ['the guest lives elsewhere', 'not-sent: stay-changed', of => stay(of).update({ propertyId: 'other' })],
    ['the guest has another room', 'not-sent: stay-changed', of => stay(of).update({ roomId: 'attic' })],
    ['another guest comes', 'not-sent: stay-changed', of => stay(of).update({ guestId: 'another' })],
    [
      'the stay is booked for somebody else',
      'not-sent: stay-changed',
      of => stay(of).update({ 'leadGuest.name': 'Paolo Rossi' }),
    ],
    [
      'the booking has another number of the guest',
      'sent',
      of => stay(of).update({ 'leadGuest.phone': '+4915100000000' }),
    ],
    ['the stay is not there any more', 'not-sent: stay-changed', of => stay(of).delete()],
    [
      'the stay has moved, and its thread is about another one of the guest',
      'not-sent: stay-changed',
      async of => {
        await stay(of).update({ arrival: '2026-02-01' })
        await update(`threads/${of.threadId}`, { reservationId: uniqueId('other') })
      },
    ],
    [
      'the stay has moved, and back',
      'sent',
      async of => {
        await stay(of).update({ arrival: '2026-01-02' })
        await stay(of).update({ arrival: '2026-01-01' })
      },
    ],
    ['the price of the stay has changed', 'sent', of => stay(of).update({ amount: 100, notes: 'Late.' })],
    [
      'its thread was merged into another one',
      'not-sent: thread-gone',
      of => update(`threads/${of.threadId}`, { mergedInto: 'another' }),
    ],
    [
      'the guest has opted out',
      'not-sent: opted-out',
      of => guest(of).update({ optedOut: { sms: new Date() } }),
    ],
    ['the guest has no number any more', 'not-sent: not-reachable', of => guest(of).update({ phone: null })],
    ['its author has left', 'not-sent: author-left', async of => of.records.delete(of.author.uid)],
    [
      'its author was made somebody else',
      'not-sent: author-left',
      async of => of.records.set(of.author.uid, { role: 'landlord', isDisabled: false, validSince: 0 }),
    ],
    [
      'nothing could be sent for two hours',
      'not-sent: provider-unavailable',
      async of => of.clock.forward(2 * hour + 1),
    ],
    ['its thread has gone', 'not-sent: thread-gone', of => remove(`threads/${of.threadId}`)],
  ])('%s: %s', async (_, fate, interference) => {
    const of = await scheduling({ seenUntil: new Date() })
    await stay(of).update({
      propertyId: 'p',
      roomId: 'cellar',
      leadGuest: { name: 'Maria Rossi', phone: of.phone },
    })
    await of.schedule()
    await interference(of)
    of.clock.forward(hour)
    await of.send()
    await of.send()
    if (!(await db.doc(`threads/${of.threadId}`).get()).exists) {
      expect(await of.scheduled()).toMatchObject({ status: 'not-sent', failure: { code: 'thread-gone' } })
      return
    }
    expect(await fateOf(of)).toBe(fate)
  })

  it('a message that names another stay than its thread is not sent once that stay has changed', async () => {
    const of = await scheduling({ type: 'message' })
    const named = { guestId: of.guestId, propertyId: 'p', arrival: '2036-02-01', departure: '2036-02-05' }
    of.input.reservationId = `${of.reservationId}-named`
    const ofNamed = db.doc(`reservations/${of.input.reservationId}`)
    await ofNamed.set(named)
    await of.schedule()
    await stay(of).update({ arrival: '2026-01-03' })
    await ofNamed.update({ departure: '2036-02-06' })
    of.clock.forward(hour)
    await of.send()
    expect(await fateOf(of)).toBe('not-sent: stay-changed')
    expect(await of.item()).toMatchObject({ kind: 'send-failed', authorId: of.author.uid })
  })

  it('a chatapp text whose window has closed is not sent', async () => {
    const of = await scheduling({ type: 'chatapp-message', sendAt: new Date(Date.now() + 30 * hour) })
    await guest(of).update({ lastChatappInboundAt: new Date(), lastChatappAddress: `whatsapp:${of.phone}` })
    await of.schedule()
    of.clock.forward(30 * hour)
    await of.send()
    expect(await fateOf(of)).toBe('not-sent: template-required')
  })

  it.each([0, 20])(
    'a message that was not sent, and %i sends since, leaves the list once resolved',
    async since => {
      const of = await scheduling({ seenUntil: new Date() })
      await of.schedule()
      await post(of.threadId)
      of.clock.forward(hour)
      await of.send()
      const newer = Array.from({ length: since }, (_, at) => `newer-${at}`)
      if (since > 0) await update(`threads/${of.threadId}`, { failedSends: newer })
      const [listed] = await listScheduled(of.context, of.threadId)
      expect(listed).toMatchObject({ status: 'not-sent', failure: { code: 'answered-meanwhile' } })
      await resolveFailedSend(of.context, of.author, failedSendId(of.ref))
      expect(await listScheduled(of.context, of.threadId)).toEqual([])
      expect((await of.thread()).failedSends).toEqual(newer)
      expect(await of.item()).toMatchObject({ status: 'resolved' })
    },
  )
})

const fromGuest = {
  providerMessageId: uniqueId('SM'),
  channel: 'sms' as const,
  body: 'Hello',
  attachments: [],
}
