import { describe, expect, it } from 'vitest'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { markRead } from '../../src/lib/chat/reading/change-thread.ts'
import { readThread } from '../../src/lib/chat/reading/read-thread.ts'
import { askConnection } from '../../src/lib/connection/requests/ask-connection.ts'
import { renderings } from '../../src/lib/errors.ts'
import { myHome, myThreads } from '../../src/lib/landlord/my-home.ts'
import { whyRejected } from '../../src/lib/landlord/why-rejected.ts'
import { namesOf } from '../../src/lib/record-of.ts'
import { actorOf, input, seedGuestThread, seedThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { put, stored, uniqueId, update } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const { db } = startVerbs()
const context = testContext({ firestore: db })

const landlord = () => actorOf('landlord')

/** A landlord with a property, stays and an invoice. */
async function owning(actor = landlord()) {
  const propertyId = uniqueId('property')
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const stay = (id: string, arrival: number, departure: number) =>
    put(`reservations/${propertyId}-${id}`, {
      propertyId,
      guestId: 'g',
      arrival: day(arrival),
      departure: day(departure),
      ota: 'booking',
      status: 'confirmed',
      amount: 99,
    })
  await Promise.all([
    put(`properties/${propertyId}`, { name: 'Casa', landlordId: actor.uid, channelManagerId: 'secret' }),
    stay('past', -9, -3),
    stay('now', -1, 2),
    stay('next', 5, 9),
    put(`invoices/${propertyId}`, {
      landlordId: actor.uid,
      amount: 4900,
      currency: 'EUR',
      status: 'open',
    }),
  ])
  return { actor, propertyId, about: { propertyId, ota: 'booking' as const } }
}

describe('what a landlord sees', () => {
  it('is their own: properties, channels, requests, stays that have not ended, invoices', async () => {
    const { actor, propertyId, about } = await owning()
    await owning()
    await put(`propertyChannels/${propertyId}_booking`, {
      propertyId,
      ota: 'booking',
      status: 'disconnected',
      hotelId: '1234567',
      channelManagerChannelId: 'c',
      mapping: {},
    })
    const { requestId } = await askConnection(context, actor, about)
    expect(await myHome(context, actor)).toEqual({
      properties: [
        {
          propertyId,
          name: 'Casa',
          channels: [
            {
              channelId: `${propertyId}_booking`,
              ota: 'booking',
              status: 'disconnected',
              hotelId: '1234567',
            },
          ],
          requests: [
            {
              requestId,
              ota: 'booking',
              status: 'pending',
              createdAt: expect.any(Date),
              isLeftToUs: false,
              rejection: null,
            },
          ],
          stays: ['now', 'next'].map(id => ({
            reservationId: `${propertyId}-${id}`,
            arrival: expect.any(String),
            departure: expect.any(String),
            status: 'confirmed',
            ota: 'booking',
          })),
        },
      ],
      invoices: [{ invoiceId: propertyId, amount: 4900, currency: 'EUR', status: 'open' }],
    })
  })

  it('are the threads to which they were added, without notes', async () => {
    const actor = landlord()
    const { threadId } = await seedGuestThread({ participantIds: [actor.uid], guestName: 'Maria' })
    const left = await seedGuestThread({ participantIds: [actor.uid], removedIds: [actor.uid] })
    const joined = await seedGuestThread({ participantIds: [actor.uid], selfJoinedIds: [actor.uid] })
    await seedGuestThread()
    for (const of of [threadId, left.threadId, joined.threadId]) {
      await createMessage(context, staffActor(), input(of, { body: 'Your room is ready.' }))
      await createMessage(context, staffActor(), input(of, { body: 'They are difficult.', type: 'note' }))
    }
    const threads = await myThreads(context, actor)
    expect(threads).toMatchObject([
      { threadId, guestName: 'Maria', lastMessage: { body: 'Your room is ready.' } },
    ])
    expect(JSON.stringify(threads)).not.toContain('difficult')
    expect(Object.keys(threads[0] ?? {}).toSorted()).toEqual([
      ...['guestName', 'lastMessage', 'propertyId', 'source', 'threadId', 'unread', 'updatedAt'],
    ])
  })
})

describe('a thread of a landlord', () => {
  it.each<[string, boolean, ('note' | 'message' | 'own' | 'read')[]]>([
    ['a note alone', false, ['note']],
    ['notes after all was read', false, ['message', 'read', 'note', 'note']],
    ['a note after a message', true, ['message', 'note']],
    ['a message after a note', true, ['note', 'message']],
    ['a note before and after words of their own', false, ['note', 'own', 'note']],
    ['a message after a note that was read', true, ['note', 'read', 'message']],
    ['a note after a message and a note that were read', false, ['note', 'message', 'read', 'note']],
  ])('with %s is unread: %s', async (_, unread, acts) => {
    const actor = landlord()
    const threadId = await seedThread({ participantIds: [actor.uid] })
    for (const act of acts) {
      const type = act === 'note' ? 'note' : 'message'
      if (act === 'read') await markRead(context, actor, { threadId })
      else await createMessage(context, act === 'own' ? actor : staffActor(), input(threadId, { type }))
    }
    expect(await myThreads(context, actor)).toMatchObject([{ threadId, unread }])
    expect(await readThread(context, actor, { threadId })).toMatchObject({ unread })
    const needsAttention = (await stored(`threads/${threadId}`)).needsAttention
    expect(needsAttention.includes(actor.uid)).toBe(true)
  })

  it('with a note and a failed send of theirs is unread', async () => {
    const actor = landlord()
    const attention = { [actor.uid]: ['message', 'send-failed'].map(cause => ({ cause, since: new Date() })) }
    const threadId = await seedThread({ participantIds: [actor.uid] })
    await createMessage(context, staffActor(), input(threadId, { type: 'note' }))
    await update(`threads/${threadId}`, { attention })
    expect(await myThreads(context, actor)).toMatchObject([{ unread: true }])
  })
})

describe('a request that was rejected', () => {
  const rejectedFor = async (code: string, more: object = {}) => {
    const { actor, about } = await owning()
    const { requestId } = await askConnection(context, actor, about)
    const document = db.doc(`connectionRequests/${requestId}`)
    const detail = `It says: canary of ${code}`
    const rejection = { code, detail, nextAction: detail, quote: detail, at: new Date() }
    await document.update({ status: 'rejected', rejection, note: detail, ...more })
    const home = await myHome(context, actor)
    expect(JSON.stringify(home)).not.toContain('canary')
    return home.properties[0]?.requests[0]
  }

  it.each([
    ['hotel-id-invalid', 'property ID'],
    ['connection-test-failed', 'property ID'],
    ['ota-setup-incomplete', 'XML Service Agreement'],
    ['hotel-connected-elsewhere', 'end the other connection'],
    ['property-incomplete', 'rooms and prices'],
    ['payment-failed', 'pay'],
  ])('for %s says what to do, never what staff are told', async (code, words) => {
    expect(await rejectedFor(code)).toMatchObject({
      status: 'rejected',
      rejection: { detail: expect.any(String), nextAction: expect.stringContaining(words) },
    })
  })

  it('says that it is tried again, and not to ask again, while it waits for the acceptance', async () => {
    const since = new Date()
    const waitingFor = { code: 'ota-setup-incomplete', since, until: since }
    expect(await rejectedFor('ota-setup-incomplete', { waitingFor })).toMatchObject({
      isLeftToUs: true,
      rejection: {
        detail: 'It waits for the acceptance of Booking.com.',
        nextAction: expect.stringMatching(/XML Service Agreement.* We keep trying/),
      },
    })
    const alone = await rejectedFor('ota-setup-incomplete')
    expect(alone).toMatchObject({ rejection: { nextAction: expect.stringContaining('Then ask again.') } })
  })

  it('gives no reason for an incomplete set-up at an OTA without a guide', () => {
    const request = { ota: 'airbnb', isLeftToUs: false }
    expect(whyRejected('ota-setup-incomplete', request)).toBeNull()
    expect(whyRejected('property-incomplete', request)).not.toBeNull()
  })

  it.each([
    'another',
    ...namesOf(renderings).filter(code => whyRejected(code, { ota: 'booking', isLeftToUs: false }) === null),
  ])('says nothing of %s, which is for us to solve', async code => {
    expect(await rejectedFor(code)).toMatchObject({ status: 'rejected', rejection: null })
  })
})
