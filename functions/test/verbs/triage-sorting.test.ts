import { describe, expect, it } from 'vitest'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { markSpam } from '../../src/lib/chat/inbound/mark-spam.ts'
import { dismissTriage, restoreTriage } from '../../src/lib/chat/inbound/move-triage.ts'
import { listTriage } from '../../src/lib/chat/inbound/triage.ts'
import { uniquePhone } from '../support/builders.ts'
import {
  postTrace,
  receivedFrom,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
} from '../support/chat-deps.ts'
import { newSid } from '../support/inbound.ts'
import { intercepted } from '../support/intercept.ts'
import { listed, put, remove, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, receive, read } = startVerbs()
const deps = await builtContext()
const staff = staffActor()

const newEntry = async (from = uniquePhone()) => {
  const message = receivedFrom(from)
  await receive(message)
  return message.providerMessageId
}
const statusOf = async (entryId: string) => (await read(`triage/${entryId}`)).status
const auditsOf = async (entryId: string) => {
  const found = await listed('auditLog', 'targetId', entryId)
  return found.map(document => `${document.action} ${document.outcome}`).toSorted()
}
const mark = (entryId: string, spam: boolean, actor = staff) => markSpam(deps, actor, { entryId, spam })

describe('a message in triage that is dismissed', () => {
  it('stands with the dismissed ones, audited, until it is restored', async () => {
    const entryId = await newEntry()
    await dismissTriage(deps, staff, entryId)
    await dismissTriage(deps, staff, entryId)
    expect(await read(`triage/${entryId}`)).toMatchObject({ status: 'dismissed', movedBy: staff.uid })
    expect(await auditsOf(entryId)).toEqual(['triage.dismiss success'])
    await restoreTriage(deps, staff, entryId)
    expect(await statusOf(entryId)).toBe('open')
    expect(await auditsOf(entryId)).toEqual(['triage.dismiss success', 'triage.restore success'])
  })

  it('can still be assigned', async () => {
    const [entryId, threadId] = [await newEntry(), await seedThread()]
    await dismissTriage(deps, staff, entryId)
    await assignTriage(deps, staff, { entryId, threadId })
    expect((await postTrace(threadId)).messages).toHaveLength(1)
    await expect(dismissTriage(deps, staff, entryId)).rejects.toThrow('message-conflict')
    await expect(restoreTriage(deps, staff, entryId)).rejects.toThrow('message-conflict')
    expect(await statusOf(entryId)).toBe('assigned')
  })

  it('is dismissed once by many at once, and assigned when it is assigned and restored at once', async () => {
    const [entryId, threadId] = [await newEntry(), await seedThread()]
    await Promise.all(Array.from({ length: 4 }, () => dismissTriage(deps, staff, entryId)))
    expect(await auditsOf(entryId)).toEqual(['triage.dismiss success'])
    await Promise.allSettled([
      restoreTriage(deps, staff, entryId),
      assignTriage(deps, staff, { entryId, threadId }),
    ])
    expect(await statusOf(entryId)).toBe('assigned')
    expect((await postTrace(threadId)).messages).toHaveLength(1)
  })

  it('stays open when Firestore fails, and the failure is audited', async () => {
    const entryId = await newEntry()
    const failing = intercepted(deps, 'store.commit', () => () => Promise.reject(new Error('unavailable')))
    await expect(dismissTriage(failing, staff, entryId)).rejects.toThrow('unavailable')
    expect(await statusOf(entryId)).toBe('open')
    expect(await auditsOf(entryId)).toEqual(['triage.dismiss failure'])
  })
})

describe('a sender of spam', () => {
  it('has all past and new messages set apart until the mark is taken back', async () => {
    const from = uniquePhone()
    const entries = await Promise.all(Array.from({ length: 12 }, () => newEntry(from)))
    const [entryId = ''] = entries
    await mark(entryId, true)
    await mark(entryId, true)
    entries.push(await newEntry(from))
    const other = await newEntry()
    expect(await Promise.all(entries.map(statusOf))).toEqual(entries.map(() => 'spam'))
    expect(await statusOf(other)).toBe('open')
    expect(await auditsOf(entryId)).toEqual(['triage.spam success'])
    await mark(entryId, false)
    expect(await Promise.all([...entries, await newEntry(from)].map(statusOf))).toEqual(
      [...entries, ''].map(() => 'open'),
    )
  })

  it('is marked on that channel alone, and still reaches a thread they belong to', async () => {
    const { phone, threadId, guestId } = await seedGuestThread()
    await update(`threads/${threadId}`, { reservationId: null })
    const entryId = await newEntry(phone)
    await mark(entryId, true)
    const sms = receivedFrom(phone, { channel: 'sms' })
    await receive(sms)
    expect(await statusOf(sms.providerMessageId)).toBe('open')
    await update(`guests/${guestId}`, { threadId })
    await receive(receivedFrom(phone))
    expect((await postTrace(threadId)).messages).toHaveLength(1)
  })

  it.each(['a/b', '..', '__x__', 'US.1349120865'])('may have any address: %s', async from => {
    const sender = `${from}${from === '..' ? '' : uniqueId('x')}`
    const entryId = await newEntry(sender)
    await mark(entryId, true)
    expect(await statusOf(await newEntry(sender))).toBe('spam')
    await mark(entryId, false)
  })
})

it('no number of messages hides another: both ends of the list are a page away', async () => {
  const batch = db.batch()
  const [flood, first, last] = [uniqueId('flood'), newSid(), newSid()]
  const store = (id: string, from: string, at: number) =>
    batch.set(db.doc(`triage/${id}`), {
      channel: 'sms',
      from,
      body: 'x',
      reason: 'unknown-sender',
      status: 'open',
      receivedAt: new Date(at),
    })
  store(first, 'first', Date.UTC(2000, 0, 1))
  for (let at = 0; at < 60; at += 1) store(`SM${flood}${at}`, flood, Date.UTC(2050, 0, 1))
  store(last, 'last', Date.UTC(2060, 0, 1))
  await batch.commit()
  const page = (order: 'newest' | 'oldest', status: 'open' | 'spam' = 'open', cursor?: string) =>
    listTriage(deps, staff, { status, order, cursor })
  expect((await page('oldest')).entries[0]?.id).toBe(first)
  const newest = await page('newest')
  expect(newest.entries[0]?.id).toBe(last)
  expect(newest.entries.slice(1).every(({ from }) => from === flood)).toBe(true)
  const cursor = newest.nextCursor ?? ''
  const next = await page('newest', 'open', cursor)
  expect(next.entries[0]?.from).toBe(flood)
  const entries = [...newest.entries, ...next.entries]
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  const unknown = 'validation-failed'
  await expect(page('oldest', 'open', cursor)).rejects.toThrow(unknown)
  await expect(page('newest', 'open', last)).rejects.toThrow(unknown)
  const others = listTriage(deps, staffActor(), { status: 'open', order: 'newest', cursor })
  await expect(others).rejects.toThrow(unknown)
  await mark(`SM${flood}0`, true)
  expect((await page('newest')).entries.some(({ from }) => from === flood)).toBe(false)
  const spam = await page('newest', 'spam')
  expect(spam.entries.filter(({ from }) => from === flood)).toHaveLength(50)
  for (const id of [first, last]) await dismissTriage(deps, staff, id)
})

it('a guest whose message was in triage has waited since they wrote, also where they wrote again meanwhile', async () => {
  const { threadId, reservationId, phone } = await seedGuestThread()
  const [early, late] = [newSid(), newSid()]
  const receivedAt = new Date(Date.now() - 30 * 60_000)
  await receive({ ...receivedFrom(uniquePhone()), providerMessageId: early, receivedAt })
  await receive({ ...receivedFrom(phone), providerMessageId: late })
  const before = await read(`threads/${threadId}`)
  await assignTriage(deps, staff, { entryId: early, reservationId })
  const thread = await read(`threads/${threadId}`)
  expect(thread).toMatchObject({ unansweredSince: receivedAt.toISOString() })
  const waitOf = ({ unansweredSince, dueBy }: Record<string, string>) =>
    Date.parse(dueBy ?? '') - Date.parse(unansweredSince ?? '')
  expect(waitOf(thread)).toBe(waitOf(before))
  const records = await listed('ledger', 'threadId', threadId)
  expect(records.map(one => one.arrivedAt.toDate())).toEqual([receivedAt])
})

describe('a message is given the thread', () => {
  it('of a guest: that of their stay, else their own', async () => {
    const { threadId, guestId, reservationId } = await seedGuestThread()
    await assignTriage(deps, staff, { entryId: await newEntry(), guestId })
    expect((await postTrace(threadId)).messages).toHaveLength(1)
    const own = await seedThread()
    await remove(`reservations/${reservationId}`)
    await update(`guests/${guestId}`, { threadId: own })
    await assignTriage(deps, staff, { entryId: await newEntry(), guestId })
    expect((await postTrace(own)).messages).toHaveLength(1)
  })

  it('of no unknown stay or guest, and of no guest with several landlords', async () => {
    const entryId = await newEntry()
    for (const home of [{ reservationId: uniqueId('none') }, { guestId: uniqueId('none') }])
      await expect(assignTriage(deps, staff, { entryId, ...home })).rejects.toThrow(/^not-found/)
    const { guestId, reservationId } = await seedGuestThread()
    const days = { arrival: '2026-01-01', departure: '2036-01-01' }
    await update(`reservations/${reservationId}`, { propertyId: uniqueId('one') })
    await put(`reservations/${uniqueId('r')}`, { guestId, propertyId: uniqueId('two'), ...days })
    await expect(assignTriage(deps, staff, { entryId, guestId })).rejects.toThrow('message-conflict')
    expect(await statusOf(entryId)).toBe('open')
  })
})
