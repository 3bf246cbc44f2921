import { describe, expect, it } from 'vitest'
import { deliverMessage } from '../../src/lib/chat/delivery/deliver-message.ts'
import { syncThread } from '../../src/lib/chat/search/sync-thread.ts'
import { uniquePhone } from '../support/builders.ts'
import { acceptedOf, sandbox, uniqueText } from '../support/chat.ts'
import {
  deliveryDeps,
  leftBy,
  receivedFrom,
  seedGuestThread,
  seedThread,
  staffActor,
  startVerbs,
  syncDeps,
} from '../support/chat-deps.ts'
import { uniqueId } from '../support/stack.ts'

const { db, callsOf, counter, post, receive } = await startVerbs()

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

describe('a delivery', () => {
  it.each(['chatapp-message', 'sms-message'] as const)(
    'of a %s takes five round trips to Firestore, counters and sums in one of them, and one to the provider',
    async type => {
      const roundTrips: number[] = []
      // On a busy machine the answer to one read may come before the other one is on its way.
      while (roundTrips.length < 5 && !roundTrips.includes(5)) {
        const { threadId, reservationId } = await seedGuestThread(db)
        const text = uniqueText()
        const { message } = await post(threadId, { type, body: text })
        const deps = await deliveryDeps(db)
        const ref = { threadId, messageId: message.messageId }
        const calls = await callsOf(() => deliverMessage(deps, ref, { reservationId }))
        const [read, sum] = ['BatchGetDocuments', 'RunAggregationQuery']
        expect(calls.slice(0, 2)).toEqual([read, read])
        expect(calls.slice(2, 6).toSorted()).toEqual([read, read, sum, sum])
        expect(calls.slice(6)).toEqual(['Commit', 'Commit'])
        roundTrips.push(counter.roundTrips())
        expect(await acceptedOf(text)).toHaveLength(1)
        expect((await leftBy(db, threadId)).messages[0].delivery.status).toBe('sent')
        expect(await callsOf(() => deliverMessage(deps, ref, { reservationId }))).toEqual([
          'BatchGetDocuments',
        ])
        expect(await acceptedOf(text)).toHaveLength(1)
      }
      expect(Math.min(...roundTrips)).toBe(5)
    },
  )
})

describe('a delivery of a thread that names a guest', () => {
  it.each([
    { whose: 'of the stay', isOfStay: true, reads: 3 },
    { whose: 'of another stay, whom it does not go to', isOfStay: false, reads: 4 },
  ])('$whose reads $reads times', async ({ isOfStay, reads }) => {
    const { threadId, reservationId, guestId, phone } = await seedGuestThread(db)
    const named = isOfStay ? guestId : (await seedGuestThread(db)).guestId
    await db.doc(`threads/${threadId}`).update({ guestId: named })
    const text = uniqueText()
    const { message } = await post(threadId, { type: 'sms-message', body: text })
    const ref = { threadId, messageId: message.messageId }
    expect((await leftBy(db, threadId)).messages[0].delivery.guestId).toBe(named)
    const deps = await deliveryDeps(db)
    const calls = await callsOf(async () => {
      const found = await deps.messages.inThread(ref, { reservationId, guestId: named })
      await deliverMessage(deps, ref, { found })
    })
    expect(calls.filter(method => method === 'BatchGetDocuments')).toHaveLength(reads)
    expect((await acceptedOf(text)).map(({ to }) => to)).toEqual([phone])
  })
})

describe('a sync', () => {
  it('takes one read and one call to the index', async () => {
    const threadId = await seedThread(db, { version: 3 })
    expect(await callsOf(async () => syncThread(await syncDeps(db), threadId))).toEqual(['BatchGetDocuments'])
    const requests = (await sandbox().requests('algolia')).filter(({ path }) => path.includes(threadId))
    expect(requests.map(({ method, status }) => ({ method, status }))).toEqual([
      { method: 'POST', status: 200 },
    ])
  })

  it('of a thread that is gone takes a look before and after one call to the index', async () => {
    const threadId = uniqueId('gone')
    const calls = await callsOf(async () => syncThread(await syncDeps(db), threadId))
    expect(calls).toEqual(['BatchGetDocuments', 'BatchGetDocuments'])
    const requests = (await sandbox().requests('algolia')).filter(({ path }) => path.includes(threadId))
    expect(requests.map(({ method }) => method)).toEqual(['DELETE'])
  })
})

describe('an inbound message', () => {
  it.each(['chatapp', 'sms'] as const)(
    'by %s takes four queries, two of them at once, its post, and the stay where its thread names no property',
    async channel => {
      const { threadId, phone } = await seedGuestThread(db)
      const [theStay] = readAndCommit
      const calls = await callsOf(() => receive(receivedFrom(phone, { channel })))
      expect(calls.filter(method => method === 'RunQuery').length).toBeLessThanOrEqual(4)
      expect(calls.filter(method => method !== 'RunQuery')).toEqual([theStay, ...readAndCommit])
      expect((await leftBy(db, threadId)).messages).toHaveLength(1)
    },
  )

  it('from nobody we know takes one query, a look whether it is spam, and one commit', async () => {
    const calls = await callsOf(() => receive(receivedFrom(uniquePhone(), { channel: 'sms' })))
    expect(calls).toEqual(['RunQuery', 'BatchGetDocuments', 'Commit'])
  })
})
