import { describe, expect, it } from 'vitest'
import { actor as operator, opsContext } from '../../../scripts/ops/context.ts'
import { mendStuck, stuckHelp } from '../../../scripts/ops/stuck.ts'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { sendEmail } from '../../src/lib/email/send-email.ts'
import { resend } from '../../src/lib/ops/resend.ts'
import type { StuckName, StuckOptions } from '../../src/lib/ops/stuck.ts'
import { loadReservations } from '../../src/lib/reservations/load-reservations.ts'
import { shardOf } from '../../src/lib/shards.ts'
import { book, bookingsOf, storeLiveProperty } from '../support/bookings.ts'
import { sandbox } from '../support/chat.ts'
import { carriedBy, seedGuestThread, seedThread } from '../support/chat-deps.ts'
import { actor, adjustableClock } from '../support/connection-deps.ts'
import { sweeps } from '../support/due.ts'
import { runOps } from '../support/ops.ts'
import { db, listed, put, stored, uniqueId, update } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const context = opsContext(db(), undefined)
const by = expect.stringMatching(/^ops:/)

/** Runs the command's function without starting a process. */
const ops = (name: StuckName, options: StuckOptions, isDryRun = false) =>
  mendStuck(context, name, { ...options, 'dry-run': isDryRun })

/** Expects a dry run to find one and change nothing, and a run to mend it, with an audit entry. */
async function putsRight(name: StuckName, options: StuckOptions, document: string): Promise<void> {
  const before = await stored(document)
  expect(await ops(name, options, true)).toEqual({ found: 1, changed: 0, dryRun: true })
  expect(await stored(document)).toEqual(before)
  expect(await ops(name, options)).toEqual({ found: 1, changed: 1, dryRun: false })
  const entries = await listed('auditLog', 'targetId', document)
  expect(entries.map(entry => entry.action)).toEqual([`ops.${name}`])
}

const inAnHour = () => new Date(Date.now() + 3_600_000)

/** A message that is due in an hour, in the state given. */
async function storeMessage(delivery: object): Promise<string> {
  const { threadId, reservationId } = await seedGuestThread({ participantIds: ['staff'] }, db())
  const messageId = uniqueId('message')
  const document = `threads/${threadId}/messages/${messageId}`
  await put(document, {
    messageId,
    threadId,
    authorId: 'staff',
    createdAt: new Date(),
    source: 'platform',
    body: `text of ${messageId}`,
    type: 'chatapp-message',
    contentType: 'text',
    delivery: { reservationId, attempts: 1, dueAt: inAnHour(), dueShard: shardOf(messageId), ...delivery },
  })
  return document
}

const charged = { charge: { status: 'started' } }

/** The traces of an attempt that reserved a payment, and the order by which it did. */
function reservedBy(attempt: string) {
  const propertyId = attempt.replace('_booking', '')
  const [attemptId, paymentId] = [uniqueId('attempt'), uniqueId('payment')]
  const target = { propertyId, ota: 'booking' as const }
  const facts = { attemptId, paymentId, landlordId: 'l' }
  return {
    job: { ...facts, hotelId: '1', status: 'rejected', undo: 'pending', leaseUntil: new Date(), state: {} },
    order: { ...facts, target, at: new Date() },
  }
}

const statusOf = async (document: string) => (await stored(document)).delivery.status
const deliver = () => sweeps.deliveries(testContext({ firestore: db() }))

describe('a command for every state in which something is stuck', () => {
  it('release: a claim whose process is gone is taken back, and the send looked up', async () => {
    const claim = { claimId: 'gone', claimedAt: new Date(), leaseUntil: inAnHour(), to: '+4915112345678' }
    const document = await storeMessage({ status: 'sending', ...claim })
    await deliver()
    expect(await statusOf(document)).toBe('sending')
    await putsRight('release', { document }, document)
    await deliver()
    expect(await statusOf(document)).toBe('unknown')
    expect(await ops('release', { document })).toMatchObject({ found: 0 })
  })

  it('release: a send that is under way is sent once, and known to be', async () => {
    const document = await storeMessage({ status: 'pending', attempts: 0 })
    const [, threadId = '', , messageId = ''] = document.split('/')
    const deps = testContext({ firestore: db() })
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const carrier = {
      ...deps.messenger,
      async send(...given: Parameters<typeof deps.messenger.send>) {
        reached.resolve()
        await goOn.promise
        return deps.messenger.send(...given)
      },
    }
    const sending = deliverMessage({ ...deps, ...carriedBy(carrier) }, { threadId, messageId })
    await reached.promise
    await putsRight('release', { document }, document)
    await deliver()
    expect(await statusOf(document)).toBe('unknown')
    goOn.resolve()
    await sending
    await deliver()
    expect(await statusOf(document)).toBe('sent')
    const { messages } = await sandbox().state('twilio')
    expect(messages.filter(({ body }: { body: string }) => body === `text of ${messageId}`)).toHaveLength(1)
  })

  it.each([
    ['emails', { status: 'sent' }],
    ['emails', { status: 'pending', dueAt: inAnHour() }],
    ['connectionAttempts', { status: 'completed' }],
    ['connectionAttempts', { status: 'rejected', undo: 'none' }],
    ['reservationPulls', { open: false }],
    ['propertyChannels', { status: 'active' }],
  ])('release: %s %j is claimed by nobody, though its last lease still runs', async (collection, fields) => {
    const document = `${collection}/${uniqueId('ended')}`
    await put(document, { ...fields, leaseUntil: inAnHour() })
    expect(await ops('release', { document })).toMatchObject({ found: 0 })
  })

  it('requeue: an e-mail that was tried before is sent at once, one that is being sent is left alone', async () => {
    const [waiting, sending] = [uniqueId('email'), uniqueId('email')]
    const tried = { template: 'support-message', to: 'a@example.com', data: {}, about: {}, attempts: 1 }
    const times = { createdAt: new Date(), triedSince: new Date(), dueAt: inAnHour(), leaseUntil: inAnHour() }
    const lease = { leaseUntil: new Date(), claimId: 'ended' }
    await put(`emails/${waiting}`, { ...tried, ...times, ...lease, status: 'pending' })
    await put(`emails/${sending}`, { ...tried, ...times, claimId: 'alive', status: 'sending' })
    await putsRight('requeue', { kind: 'email', id: waiting }, `emails/${waiting}`)
    expect(await ops('requeue', { kind: 'email', id: sending })).toMatchObject({ found: 0 })
    await sendEmail(testContext({ firestore: db() }), waiting)
    expect((await stored(`emails/${waiting}`)).status).toBe('sent')
  })

  it('requeue: a message that is put off is sent at once', async () => {
    const document = await storeMessage({ status: 'pending' })
    const id = document.split('/').at(-1)
    await deliver()
    expect(await statusOf(document)).toBe('pending')
    await putsRight('requeue', { kind: 'chatapp-delivery', id }, document)
    await deliver()
    expect(await statusOf(document)).toBe('sent')
    expect(await ops('requeue', { kind: 'chatapp-delivery', id })).toMatchObject({ found: 0 })
  })

  it('resend: an erased e-mail is not sent again', async () => {
    const createdAt = new Date(Date.UTC(2001, 0, 1) + Math.floor(Math.random() * 1e11))
    const email = `emails/${uniqueId('erased')}`
    await put(email, { status: 'failed', to: '', data: {}, createdAt, erasedAt: new Date() })
    const until = new Date(createdAt.getTime() + 1)
    const selection = {
      what: 'emails',
      vendor: 'sendgrid',
      statuses: ['failed'],
      since: createdAt,
      until,
      hours: 24,
    } as const
    expect(await resend(context, operator, { ...selection, isDryRun: false })).toMatchObject({ resent: 0 })
    expect((await stored(email)).status).toBe('failed')
  })

  it('push-record: a record that the index has lost is there again', async () => {
    const threadId = await seedThread(
      {
        version: 3,
        guestName: 'Lost',
        updatedAt: new Date(),
      },
      db(),
    )
    const indexed = async () =>
      (await sandbox().state('algolia')).records.some(
        ({ objectID }: { objectID: string }) => objectID === threadId,
      )
    expect(await ops('push-record', { thread: threadId }, true)).toMatchObject({ found: 1, changed: 0 })
    expect(await ops('push-record', { thread: threadId })).toMatchObject({ found: 1, changed: 1 })
    expect(await indexed()).toBe(false)
    await sweeps.searchRecords(testContext({ firestore: db() }))
    expect(await indexed()).toBe(true)
  })

  it('drop-mapping: a mapping that cannot be written is given up', async () => {
    const channel = uniqueId('channel')
    const document = `propertyChannels/${channel}`
    await put(document, { status: 'active', pendingMapping: { mapping: {} }, leaseUntil: new Date() })
    await putsRight('drop-mapping', { channel }, document)
    expect(await stored(document)).toEqual({ status: 'active' })
    expect(await ops('drop-mapping', { channel })).toMatchObject({ found: 0 })
  })

  it('drop-mapping: a mapping that is being written is left to its worker until its claim is taken back', async () => {
    const channel = uniqueId('channel')
    const document = `propertyChannels/${channel}`
    await put(document, { status: 'active', pendingMapping: { mapping: {} }, leaseUntil: inAnHour() })
    await expect(ops('drop-mapping', { channel })).rejects.toThrow('is being worked on until')
    await putsRight('release', { document }, document)
    expect(await ops('drop-mapping', { channel })).toMatchObject({ changed: 1 })
    expect(await stored(document)).toEqual({ status: 'active' })
  })

  it('settle-attempt: an attempt undone by hand is over, with its subscription and its item', async () => {
    const attempt = `${uniqueId('property')}_booking`
    const { job, order } = reservedBy(attempt)
    const document = `connectionAttempts/${attempt}`
    const item = `items/connection-left-behind_${order.attemptId}`
    await put(document, { ...job, steps: charged, dueAt: new Date() })
    const { billing } = testContext({ firestore: db() })
    // The reservation's answer never came, so the attempt does not know of it.
    const reserved = await billing.reserve(order)
    await put(item, { kind: 'connection-left-behind', status: 'open' })
    await putsRight('settle-attempt', { attempt }, document)
    const settled = await stored(document)
    expect(settled).toMatchObject({ status: 'rejected', undo: 'none', expireAt: expect.anything() })
    expect(settled).not.toHaveProperty('dueAt')
    const id = 'subscriptionId' in reserved ? reserved.subscriptionId : ''
    const subscription = await db().doc(`subscriptions/${id}`).get()
    expect(subscription.data()).toMatchObject({ status: 'cancelled', expireAt: expect.anything() })
    expect(await stored(item)).toMatchObject({ status: 'resolved', resolvedBy: by })
    expect(await ops('settle-attempt', { attempt })).toMatchObject({ found: 0 })
  })

  it('settle-attempt: a late reservation is refused, and none is looked for where none was begun', async () => {
    const [late, none] = [`${uniqueId('property')}_booking`, `${uniqueId('property')}_booking`]
    const { job, order } = reservedBy(late)
    const { job: other } = reservedBy(none)
    // An earlier release kept the leftover of one try beside the facts of another.
    const leftover = { ...job, begun: { charge: 'started' } }
    await put(`connectionAttempts/${late}`, { ...job, attemptId: 'another', leftover })
    await put(`connectionAttempts/${none}`, other)
    for (const attempt of [late, none]) await ops('settle-attempt', { attempt })
    const { billing } = testContext({ firestore: db() })
    expect(await billing.reserve(order)).toEqual({ outcome: 'refused' })
    expect(await stored(`subscriptions/${other.attemptId}`)).toBeUndefined()
  })

  it('acknowledge: a booking that nobody can read leaves the feed', async () => {
    const property = await storeLiveProperty()
    const { revision } = await book(property, { attributes: { status: 'waitlisted' } })
    const deps = testContext({ clock: adjustableClock(), firestore: db() })
    await loadReservations(deps, actor, property)
    expect((await bookingsOf(property)).waiting).toHaveLength(1)
    const item = `items/booking-not-understood_${revision.id}`
    await putsRight('acknowledge', { revision: revision.id }, item)
    expect((await bookingsOf(property)).waiting).toEqual([])
    expect((await stored(item)).status).toBe('resolved')
  })

  it('close-items: one item is resolved, or all of a kind', async () => {
    const kind = uniqueId('kind')
    const ids = [1, 2, 3].map(number => `${kind}_${number}`)
    for (const id of ids) await put(`items/${id}`, { kind, status: 'open', createdAt: new Date() })
    await putsRight('close-items', { kind, id: ids[0] }, `items/${ids[0]}`)
    expect(await ops('close-items', { kind })).toEqual({ found: 2, changed: 2, dryRun: false })
    expect(await ops('close-items', { kind })).toMatchObject({ found: 0 })
  })

  it('forget-address: the next message from there goes to triage', async () => {
    const { guestId } = await seedGuestThread({}, db())
    const document = `guests/${guestId}`
    await update(document, { addresses: ['+525512345678', '+492'], chatappIds: ['+5215512345678'] })
    const options = { guest: guestId, address: '+5215512345678' }
    await putsRight('forget-address', options, document)
    expect(await stored(document)).toMatchObject({ addresses: ['+492'], chatappIds: [] })
    expect(await ops('forget-address', options)).toMatchObject({ found: 0 })
  })

  it.each<[StuckName, StuckOptions, string]>([
    ['release', {}, 'release needs --document'],
    ['release', { document: 'threads' }, 'release needs --document'],
    ['release', { document: 'guests/nobody' }, 'There is no guests/nobody'],
    ['requeue', { kind: 'fax' }, 'requeue needs --kind'],
    ['push-record', { thread: 'a/b' }, 'push-record needs --thread'],
    ['acknowledge', { revision: 'unknown' }, 'There is no items/booking-not-understood_unknown'],
    ['close-items', {}, 'close-items needs --kind'],
  ])('%s %j says what is wrong', async (name, options, words) => {
    await expect(ops(name, options)).rejects.toThrow(words)
  })

  it('every such command is in the help text', async () => {
    const { stderr } = await runOps(uniqueId('demo-ops'))
    const lines = stderr.split('\n').slice(2)
    for (const name of Object.keys(stuckHelp))
      expect(lines.some(line => line.startsWith(`  ${name} `))).toBe(true)
  })
})
