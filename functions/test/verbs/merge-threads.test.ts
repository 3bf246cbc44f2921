import { FieldValue } from 'firebase-admin/firestore'
import { describe, expect, it } from 'vitest'
import { opsContext } from '../../../scripts/ops/context.ts'
import { byChannel } from '../../src/lib/chat/channel-types.ts'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { assignTriage } from '../../src/lib/chat/inbound/assign-triage.ts'
import { receiveMessage, storeInbound } from '../../src/lib/chat/inbound/receive-message.ts'
import { mergeThread } from '../../src/lib/chat/merging/merge-thread.ts'
import { unmergeThread } from '../../src/lib/chat/merging/unmerge-thread.ts'
import { lookAtThread } from '../../src/lib/chat/opening/look-at-thread.ts'
import { openFor } from '../../src/lib/chat/opening/open-thread.ts'
import { startThread } from '../../src/lib/chat/opening/start-thread.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import type { PostInput } from '../../src/lib/chat/posting/post-input.ts'
import { readThread } from '../../src/lib/chat/reading/read-thread.ts'
import { threadEvents } from '../../src/lib/chat/reading/thread-events.ts'
import { sendTemplate } from '../../src/lib/chat/templates/send-template.ts'
import { copiesOf } from '../../src/lib/personal-data/copies.ts'
import { eraseGuest } from '../../src/lib/personal-data/erase-guest.ts'
import { uniquePhone } from '../support/builders.ts'
import { acceptedOf, uniqueText } from '../support/chat.ts'
import {
  input,
  receivedFrom,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
  steppedClock,
} from '../support/chat-deps.ts'
import { beforePosts, intercepted } from '../support/intercept.ts'
import { listed, put, remove, uniqueId, update } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'

const { db, read } = startVerbs()
const staff = staffActor()

/** Two threads of a guest who is known twice, and the acts on them. */
async function pair(fields: object = {}) {
  const clock = steppedClock()
  const deps = await builtContext({ firestore: db, clock })
  const [propertyId, landlordId] = [uniqueId('property'), uniqueId('landlord')]
  await put(`properties/${propertyId}`, { name: 'Casa', landlordId })
  const seed = async () => {
    const guestThread = await seedGuestThread({ propertyId, ...fields })
    await update(`reservations/${guestThread.reservationId}`, { propertyId })
    await update(`threads/${guestThread.threadId}`, { guestId: guestThread.guestId })
    return guestThread
  }
  const [one, other] = [await seed(), await seed()]
  const merge = (threadId = one.threadId, into = other.threadId) =>
    mergeThread(deps, staff, { threadId, into })
  return {
    clock,
    deps,
    one,
    other,
    propertyId,
    landlordId,
    merge,
    unmerge: (threadId = one.threadId) => unmergeThread(deps, staff, threadId),
    thread: (threadId: string) => read(`threads/${threadId}`),
    bodies: async (threadId: string) =>
      (await db.collection(`threads/${threadId}/messages`).get()).docs.map(message => message.get('body')),
    audits: (threadId: string) => listed('auditLog', 'targetId', threadId),
  }
}

const assignment = { assignedBy: staff.uid, assignedAt: new Date() }

describe('a thread is merged into another', () => {
  it('by reference, told in the events of both, and shown to staff by both', async () => {
    const { deps, one, other, merge, thread } = await pair()
    const before = await thread(one.threadId)
    await merge()
    expect(await thread(one.threadId)).toEqual({ ...before, mergedInto: other.threadId, version: 1 })
    expect(await thread(other.threadId)).toMatchObject({ mergedIds: [one.threadId], version: 1 })
    expect(await threadEvents(deps, one.threadId)).toMatchObject([
      { by: staff.uid, action: 'thread.merge', details: { into: other.threadId } },
    ])
    expect(await threadEvents(deps, other.threadId)).toMatchObject([
      { by: staff.uid, action: 'thread.merge', details: { from: one.threadId } },
    ])
    expect(await readThread(deps, staff, one)).toMatchObject({ mergedInto: other.threadId, merged: [] })
    expect(await readThread(deps, staff, other)).toMatchObject({ mergedInto: null, merged: [one.threadId] })
    for (const { threadId } of [one, other]) expect(await read(`threadChanges/${threadId}`)).toBeDefined()
  })

  it('once, however often it is asked', async () => {
    const { one, merge, audits } = await pair()
    await Promise.all([merge(), merge()])
    await merge()
    expect(await audits(one.threadId)).toHaveLength(1)
  })

  it('or not at all where the store fails, with an audit entry', async () => {
    const { deps, one, other, thread, audits } = await pair()
    const failing = intercepted(deps, 'store.commit', () => async () => {
      throw new Error('no')
    })
    const [threadId, into] = [one.threadId, other.threadId]
    await expect(mergeThread(failing, staff, { threadId, into })).rejects.toThrow('no')
    expect(await thread(threadId)).not.toHaveProperty('mergedInto')
    expect(await audits(threadId)).toMatchObject([{ action: 'thread.merge', outcome: 'failure' }])
  })

  it('in one direction when both are asked at once', async () => {
    const { one, other, merge, thread } = await pair()
    const ends = await Promise.allSettled([
      merge(one.threadId, other.threadId),
      merge(other.threadId, one.threadId),
    ])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const stored = [await thread(one.threadId), await thread(other.threadId)]
    expect(stored.filter(({ mergedInto }) => mergedInto)).toHaveLength(1)
    expect(stored.filter(({ mergedIds = [] }) => mergedIds.length > 0)).toHaveLength(1)
  })

  it('and nobody gains access to the other one', async () => {
    const { deps, one, other, merge } = await pair()
    const member = { uid: uniqueId('member'), role: 'user' as const }
    await update(`threads/${one.threadId}`, { participantIds: [member.uid] })
    await merge()
    expect(await readThread(deps, member, one)).not.toHaveProperty('mergedInto')
    await expect(readThread(deps, member, other)).rejects.toThrow('thread-not-found')
  })
})

it('a guest whose thread is merged becomes no participant of the other by writing, even after an unmerge; its own guest does', async () => {
  const { deps, one, other, merge, unmerge, thread } = await pair()
  await update(`threads/${other.threadId}`, { guestId: FieldValue.delete() })
  await update(`guests/${one.guestId}`, { name: 'Anna' })
  await merge()
  await receiveMessage(deps, receivedFrom(one.phone))
  const { participantIds, guestName } = await thread(other.threadId)
  expect([participantIds, guestName]).toEqual([['member'], undefined])
  const guest = { uid: one.guestId, role: 'user' as const }
  await expect(readThread(deps, guest, other)).rejects.toThrow('thread-not-found')
  await receiveMessage(deps, receivedFrom(other.phone))
  expect(await thread(other.threadId)).toMatchObject({
    participantIds: ['member', other.guestId],
    guestName: 'Maria Rossi',
  })
  await unmerge()
  const late = receivedFrom(uniquePhone())
  await receiveMessage(deps, late)
  await storeInbound(deps, late, { threadId: other.threadId, guests: [], assignment }, one.guestId)
  expect((await thread(other.threadId)).participantIds).not.toContain(one.guestId)
})

describe('a thread is not merged', () => {
  it('into itself, into or from a missing one, into that of another landlord or into support', async () => {
    const { one, other, merge, audits } = await pair()
    await expect(merge(one.threadId, one.threadId)).rejects.toThrow('validation-failed')
    for (const [from, into] of [
      [one.threadId, 'nowhere'],
      ['nowhere', one.threadId],
    ])
      await expect(merge(from, into)).rejects.toThrow('thread-not-found')
    const support = await seedThread({ source: 'support' })
    await expect(merge(one.threadId, support)).rejects.toThrow('validation-failed')
    await update(`threads/${other.threadId}`, { landlordId: uniqueId('another') })
    await expect(merge()).rejects.toThrow('validation-failed')
    const outcomes = (await audits(one.threadId)).map(({ outcome }) => outcome)
    expect(new Set(outcomes)).toEqual(new Set(['failure']))
  })

  it('if only its stay names another landlord, or nothing names one', async () => {
    const { one, other, landlordId, merge } = await pair()
    const elsewhere = uniqueId('property')
    await put(`properties/${elsewhere}`, { name: 'Villa', landlordId: uniqueId('another') })
    await update(`threads/${one.threadId}`, { propertyId: FieldValue.delete() })
    await merge()
    const third = await seedGuestThread()
    await update(`reservations/${third.reservationId}`, { propertyId: elsewhere })
    await expect(merge(third.threadId, other.threadId)).rejects.toThrow('validation-failed')
    const silent = await seedThread()
    await expect(merge(silent, other.threadId)).rejects.toThrow('validation-failed')
    await update(`threads/${silent}`, { participantIds: [landlordId] })
    await merge(silent, other.threadId)
  })

  it('if that made a chain, or it is merged elsewhere', async () => {
    const { one, other, propertyId, merge } = await pair()
    const third = await seedThread({ propertyId })
    await merge()
    const chain = [
      [other.threadId, third],
      [third, one.threadId],
      [one.threadId, third],
      [other.threadId, one.threadId],
    ]
    for (const [from, into] of chain) await expect(merge(from, into)).rejects.toThrow('thread-merged')
    await remove(`threads/${one.threadId}`)
    await merge(other.threadId, third)
  })
})

describe('the guest of a merged thread', () => {
  it('writes to the other one, under their own id, begins a wait there, and is found there for an erasure', async () => {
    const { deps, one, other, merge, thread, bodies } = await pair()
    await merge()
    const message = receivedFrom(one.phone, { body: 'Is anybody there?' })
    await receiveMessage(deps, message)
    await receiveMessage(deps, message)
    expect([await bodies(one.threadId), await bodies(other.threadId)]).toEqual([[], ['Is anybody there?']])
    expect(await thread(other.threadId)).toMatchObject({
      lastMessage: { authorId: one.guestId },
      unansweredSince: expect.anything(),
    })
    const { threads } = await copiesOf(opsContext(db, undefined), one.guestId)
    expect(Object.fromEntries(threads.map(found => [found.thread.id, found.messages.length]))).toEqual({
      [one.threadId]: 0,
      [other.threadId]: 1,
    })
  })

  it('writes to the other one also when the merge comes between the look and the commit', async () => {
    const { deps, one, other, merge, bodies } = await pair()
    const late = beforePosts(deps, call => (call === 1 ? merge() : undefined))
    await receiveMessage(late, receivedFrom(one.phone))
    expect([await bodies(one.threadId), await bodies(other.threadId)]).toEqual([[], ['Hello']])
  })

  it('writes to their own where the other one is gone, and so go messages that staff assign', async () => {
    const { deps, one, other, merge, bodies } = await pair()
    await merge()
    await remove(`threads/${other.threadId}`)
    await receiveMessage(deps, receivedFrom(one.phone))
    const message = receivedFrom(uniquePhone(), { body: 'Me too' })
    await receiveMessage(deps, message)
    await assignTriage(deps, staff, { entryId: message.providerMessageId, threadId: one.threadId })
    expect(await bodies(one.threadId)).toEqual(expect.arrayContaining(['Hello', 'Me too']))
  })

  it.each(['guestId', 'threadId', 'reservationId', 'thread without a stay'] as const)(
    'is the sender of a message that staff assign by %s',
    async by => {
      const { deps, one, other, merge, bodies } = await pair()
      if (by === 'thread without a stay')
        await update(`threads/${one.threadId}`, { reservationId: FieldValue.delete() })
      await merge()
      const [number, key] = [uniquePhone(), by === 'thread without a stay' ? 'threadId' : by]
      const message = receivedFrom(number)
      await receiveMessage(deps, message)
      const { guestId, threadId, reservationId } = one
      const home = { guestId: { guestId }, threadId: { threadId }, reservationId: { reservationId } }[key]
      await assignTriage(deps, staff, { entryId: message.providerMessageId, ...home })
      expect(await bodies(other.threadId)).toEqual(['Hello'])
      expect((await read(`guests/${one.guestId}`)).addresses).toEqual([number])
      expect(await read(`guests/${other.guestId}`)).not.toHaveProperty('addresses')
    },
  )

  it('has bookings and messages about their stays in the other one, which keeps its own stay', async () => {
    const { deps, one, other, propertyId, merge, unmerge, thread, bodies } = await pair()
    await merge()
    const booked = { guestId: one.guestId, propertyId }
    expect(await openFor(deps, booked)).toMatchObject({ threadId: other.threadId, isNew: false })
    const { threadId: _, ...text } = input('', { body: 'Welcome' })
    const home = { reservationId: one.reservationId }
    expect(await startThread(deps, staff, { home, message: { text } })).toMatchObject({
      threadId: other.threadId,
      isNew: false,
      message: { reservationId: one.reservationId },
    })
    expect(await bodies(other.threadId)).toEqual(['Welcome'])
    expect(await thread(other.threadId)).toMatchObject({
      guestId: other.guestId,
      reservationId: other.reservationId,
    })
    await unmerge()
    expect(await openFor(deps, booked)).toEqual({ threadId: one.threadId, isNew: false })
  })

  it('is written to by their own consent and stay, whatever the other guest has', async () => {
    const { clock, deps, one, other, merge, thread } = await pair()
    await update(`guests/${other.guestId}`, { optedIn: { chatapp: clock.now() } })
    await merge()
    await update(`threads/${other.threadId}`, { lastChatappMessageSentAt: clock.now() })
    const start = (type: PostInput['type'], { guestId } = one) => {
      const { threadId: _, ...text } = input('', { body: 'Welcome', type })
      return startThread(deps, staff, { home: { guestId }, message: { text } })
    }
    await expect(start('chatapp-message')).rejects.toThrow('validation-failed')
    expect(await start('sms-message')).toMatchObject({
      threadId: other.threadId,
      message: { reservationId: one.reservationId, delivery: { reservationId: one.reservationId } },
    })
    await update(`guests/${one.guestId}`, { optedIn: { chatapp: clock.now() } })
    expect(await start('chatapp-message')).toMatchObject({ message: { reservationId: one.reservationId } })
    await receiveMessage(deps, receivedFrom(one.phone))
    expect(await start('sms-message', other)).toMatchObject({
      message: { reservationId: other.reservationId },
    })
    await remove(`reservations/${one.reservationId}`)
    await update(`guests/${one.guestId}`, { threadId: one.threadId })
    await expect(start('sms-message')).rejects.toThrow('validation-failed')
    expect(await thread(other.threadId)).toMatchObject({ guestId: other.guestId })
  })

  it('has one thread, about the stay that counts, if both threads are theirs', async () => {
    const { clock, deps, one, other, propertyId, merge, unmerge, thread } = await pair()
    await update(`reservations/${other.reservationId}`, { guestId: one.guestId, arrival: '2026-01-02' })
    await update(`threads/${other.threadId}`, { guestId: one.guestId, reservationId: one.reservationId })
    await merge()
    await lookAtThread(deps, other.threadId)
    expect(await thread(other.threadId)).toMatchObject({ reservationId: other.reservationId })
    expect(await openFor(deps, { guestId: one.guestId, propertyId })).toMatchObject({
      threadId: other.threadId,
    })
    await unmerge()
    const [stayDueAt, deskDueAt] = Array(2).fill(clock.now().toISOString())
    for (const { threadId } of [one, other])
      expect(await thread(threadId)).toMatchObject({ stayDueAt, deskDueAt })
    for (const { threadId } of [one, other]) {
      await lookAtThread(deps, threadId)
      expect(await thread(threadId)).not.toHaveProperty('deskDueAt')
    }
  })
})

/** Merged threads: one guest has written in the other's thread, where staff answer. */
async function answering() {
  const made = await pair()
  const { deps, one, other, merge } = made
  await update(`guests/${one.guestId}`, { name: 'Anna' })
  await merge()
  await receiveMessage(deps, receivedFrom(one.phone))
  return {
    ...made,
    /** The numbers that a message of staff in that thread goes to. */
    async sentTo(fields: Partial<PostInput> = {}) {
      const body = uniqueText()
      const post = input(other.threadId, { body, type: 'chatapp-message', ...fields })
      const { messageId } = (await createMessage(deps, staff, post)).message
      await deliverMessage(deps, { threadId: other.threadId, messageId })
      return (await acceptedOf(body)).map(({ to, sid }) => ({ to: to.replace('whatsapp:', ''), sid }))
    },
    reach: async () => (await readThread(deps, staff, other)).reachability,
  }
}

describe('a message of staff in a thread into which another is merged', () => {
  it('goes to the guest who wrote last, whom reachability names', async () => {
    const { deps, one, other, sentTo, reach, bodies } = await answering()
    expect(await reach()).toMatchObject({
      guest: { name: 'Maria Rossi' },
      to: { name: 'Anna' },
      chatapp: { windowOpen: true },
    })
    const [sent, ...more] = await sentTo()
    expect([sent?.to, more]).toEqual([one.phone, []])
    const metadata = { replyToProviderId: sent?.sid ?? '' }
    await receiveMessage(deps, receivedFrom(one.phone, { body: 'Thanks', metadata }))
    await receiveMessage(deps, receivedFrom(one.phone, { body: 'Bye' }))
    expect(await bodies(other.threadId)).toEqual(expect.arrayContaining(['Thanks', 'Bye']))
    await receiveMessage(deps, receivedFrom(other.phone))
    expect(await reach()).not.toHaveProperty('to')
    expect(await sentTo()).toMatchObject([{ to: other.phone }])
  })

  it('goes to the guest of the stay that it names', async () => {
    const { one, other, sentTo } = await answering()
    for (const { phone, reservationId } of [other, one])
      expect(await sentTo({ reservationId, type: 'sms-message' })).toMatchObject([{ to: phone }])
  })

  it('by a template has the values of that guest, and asks for missing ones', async () => {
    const { deps, other } = await answering()
    const post = { threadId: other.threadId, template: 'reply-request', variables: {} } as const
    await expect(sendTemplate(deps, staff, post)).rejects.toMatchObject({
      errors: [{ path: 'variables.property' }],
    })
    const { message } = await sendTemplate(deps, staff, { ...post, variables: { property: 'Casa' } })
    expect(message.delivery).toMatchObject({ template: { variables: { '1': 'Anna', '2': 'Casa' } } })
  })

  it('goes to the thread’s own guest again after the unmerge, unless the other one waits there', async () => {
    const { deps, one, other, unmerge, merge, sentTo, bodies } = await answering()
    await unmerge()
    expect(await sentTo()).toMatchObject([{ to: one.phone }])
    await merge()
    await unmerge()
    expect(await sentTo({ type: 'sms-message' })).toMatchObject([{ to: other.phone }])
    await receiveMessage(deps, receivedFrom(one.phone, { body: 'Where?' }))
    expect(await bodies(one.threadId)).toEqual(['Where?'])
  })

  it('goes to the thread’s own guest again once the other one is erased', async () => {
    const { deps, one, other, sentTo, thread } = await answering()
    const found = (await copiesOf(opsContext(db, undefined), one.guestId)).threads
    const stored = found.find(({ thread: { id } }) => id === other.threadId)
    expect(stored?.messages).toHaveLength(1)
    const erasing = { rules: deps.rules, erasures: byChannel(() => undefined), syncThread: async () => {} }
    await eraseGuest({ ...opsContext(db, undefined), ...erasing, onFailure() {} }, staff, one.guestId)
    expect((await thread(other.threadId)).writerIds).toEqual([one.guestId, other.guestId])
    expect(await sentTo({ type: 'sms-message' })).toMatchObject([{ to: other.phone }])
  })
})

it('a wait of a merged thread stays there with its deadline until it is answered there', async () => {
  const { deps, one, merge, thread } = await pair()
  await receiveMessage(deps, receivedFrom(one.phone))
  const { unansweredSince, dueBy, state, deskDueAt } = await thread(one.threadId)
  await merge()
  expect(await thread(one.threadId)).toMatchObject({ unansweredSince, dueBy, state, deskDueAt })
  await createMessage(deps, staff, input(one.threadId, { body: 'Coming' }))
  expect(await thread(one.threadId)).not.toHaveProperty('dueBy')
})

describe('a merged thread is taken apart', () => {
  it('as it was before, once, and new messages go there again', async () => {
    const { deps, one, other, merge, unmerge, thread, bodies } = await pair()
    const before = await Promise.all([thread(one.threadId), thread(other.threadId)])
    await merge()
    await Promise.all([unmerge(), unmerge()])
    await unmerge()
    const after = await Promise.all([thread(one.threadId), thread(other.threadId)])
    const due = { stayDueAt: expect.anything(), deskDueAt: expect.anything(), deskShard: expect.anything() }
    expect(after).toEqual(before.map(stored => ({ ...stored, ...due, version: 2 })))
    await receiveMessage(deps, receivedFrom(one.phone))
    expect([await bodies(one.threadId), await bodies(other.threadId)]).toEqual([['Hello'], []])
    expect((await threadEvents(deps, other.threadId)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['thread.merge', 'thread.unmerge']),
    )
  })

  it('also where the other one is gone, while further ones stay merged; a missing one is not found', async () => {
    const { other, propertyId, merge, unmerge, thread } = await pair()
    const third = await seedThread({ propertyId })
    await merge()
    await merge(third, other.threadId)
    await unmerge()
    expect(await thread(other.threadId)).toMatchObject({ mergedIds: [third] })
    await remove(`threads/${other.threadId}`)
    await unmerge(third)
    expect(await thread(third)).not.toHaveProperty('mergedInto')
    await expect(unmerge('nowhere')).rejects.toThrow('thread-not-found')
  })
})
