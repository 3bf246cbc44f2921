import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { createMessage } from '../../src/lib/chat/posting/create-message.ts'
import { renderings } from '../../src/lib/errors.ts'
import { askConnection, takeBackConnection } from '../../src/lib/landlord/ask-connection.ts'
import { myHome, myThreads } from '../../src/lib/landlord/my-home.ts'
import { askedId } from '../../src/lib/landlord/ports.ts'
import { whyRejected } from '../../src/lib/landlord/why-rejected.ts'
import { namesOf } from '../../src/lib/record-of.ts'
import { input, seedGuestThread, staffActor, startVerbs } from '../support/chat-deps.ts'
import { uniqueId } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const { db } = await startVerbs()
const context = testContext({ firestore: db })

const landlord = (): Actor => ({
  uid: uniqueId('landlord'),
  role: 'landlord',
  origin: { ipAddress: '203.0.113.9', userAgent: 'A browser/1.0' },
})

/** A landlord with a property, its channel, a request, stays and an invoice. */
async function owning(actor = landlord()) {
  const propertyId = uniqueId('property')
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const stay = (id: string, arrival: number, departure: number) =>
    db.doc(`reservations/${propertyId}-${id}`).set({
      ...{ propertyId, guestId: 'g', arrival: day(arrival), departure: day(departure) },
      ...{ ota: 'booking', status: 'confirmed', amount: 99 },
    })
  await Promise.all([
    db
      .doc(`properties/${propertyId}`)
      .set({ name: 'Casa', landlordId: actor.uid, channelManagerId: 'secret' }),
    stay('past', -9, -3),
    stay('now', -1, 2),
    stay('next', 5, 9),
    db.doc(`invoices/${propertyId}`).set({
      ...{ landlordId: actor.uid, amount: 4900, currency: 'EUR', status: 'open' },
    }),
  ])
  return { actor, propertyId, about: { propertyId, ota: 'booking' as const } }
}

const requestOf = async (propertyId: string) =>
  (await db.doc(`connectionRequests/${askedId(propertyId, 'booking')}`).get()).data()

describe('what a landlord sees', () => {
  it('is theirs: properties, channels, requests, stays that have not ended, invoices', async () => {
    const { actor, propertyId, about } = await owning()
    await owning()
    await db.doc(`propertyChannels/${propertyId}_booking`).set({
      ...{ propertyId, ota: 'booking', status: 'disconnected', hotelId: '1234567' },
      ...{ channelManagerChannelId: 'c', mapping: {} },
    })
    const { requestId } = await askConnection(context, actor, about)
    expect(await myHome(context, actor)).toEqual({
      properties: [
        {
          ...{ propertyId, name: 'Casa' },
          channels: [
            {
              channelId: `${propertyId}_booking`,
              ota: 'booking',
              status: 'disconnected',
              hotelId: '1234567',
            },
          ],
          requests: [
            { requestId, ota: 'booking', status: 'pending', createdAt: expect.any(Date), rejection: null },
          ],
          stays: ['now', 'next'].map(id => ({
            ...{ reservationId: `${propertyId}-${id}`, arrival: expect.any(String) },
            ...{ departure: expect.any(String), status: 'confirmed', ota: 'booking' },
          })),
        },
      ],
      invoices: [{ invoiceId: propertyId, amount: 4900, currency: 'EUR', status: 'open' }],
    })
  })

  it('are the threads in which they were added, without notes', async () => {
    const actor = landlord()
    const { threadId } = await seedGuestThread(db, { participantIds: [actor.uid], guestName: 'Maria' })
    const left = await seedGuestThread(db, { participantIds: [actor.uid], removedIds: [actor.uid] })
    const joined = await seedGuestThread(db, { participantIds: [actor.uid], selfJoinedIds: [actor.uid] })
    await seedGuestThread(db)
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

  it.each(['operations', 'support', 'service', 'user'] as const)('is not for the role %s', async role => {
    const { actor, about } = await owning()
    const other = { ...actor, role }
    for (const ask of [
      () => myHome(context, other),
      () => myThreads(context, other),
      () => askConnection(context, other, about),
      () => takeBackConnection(context, other, about),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a connection that a landlord asks for', () => {
  it('is one pending request, how often they ask and how many at once', async () => {
    const { actor, propertyId, about } = await owning()
    await Promise.all([1, 2, 3].map(() => askConnection(context, actor, about)))
    const first = await requestOf(propertyId)
    expect(first).toMatchObject({ propertyId, ota: 'booking', status: 'pending', askedBy: actor.uid })
    await askConnection(context, actor, about)
    expect(await requestOf(propertyId)).toEqual(first)
    const audits = await db
      .collection('auditLog')
      .where('targetId', '==', askedId(propertyId, 'booking'))
      .get()
    expect(audits.docs.map(entry => entry.get('action'))).toEqual(['request.ask'])
  })

  it('is asked for again after it was rejected, without the reason', async () => {
    const { actor, propertyId, about } = await owning()
    await askConnection(context, actor, about)
    const document = db.doc(`connectionRequests/${askedId(propertyId, 'booking')}`)
    await document.update({ status: 'rejected', rejection: { code: 'x' }, expireAt: new Date() })
    await askConnection(context, actor, about)
    expect(Object.keys((await requestOf(propertyId)) ?? {}).toSorted()).toEqual([
      ...['askedBy', 'createdAt', 'ota', 'propertyId', 'status'],
    ])
  })

  const rejectedFor = async (code: string) => {
    const { actor, propertyId, about } = await owning()
    await askConnection(context, actor, about)
    const document = db.doc(`connectionRequests/${askedId(propertyId, 'booking')}`)
    const said = `It says: canary of ${code}`
    const rejection = { code, detail: said, nextAction: said, quote: said, at: new Date() }
    await document.update({ status: 'rejected', rejection, note: said })
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
  ])('says, rejected for %s, what to do, never what staff are told', async (code, words) => {
    expect(await rejectedFor(code)).toMatchObject({
      status: 'rejected',
      rejection: { detail: expect.any(String), nextAction: expect.stringContaining(words) },
    })
  })

  it.each(['another', ...namesOf(renderings).filter(code => whyRejected(code, 'booking') === null)])(
    'says nothing of %s, which is ours to mend',
    async code => {
      expect(await rejectedFor(code)).toMatchObject({ status: 'rejected', rejection: null })
    },
  )

  it('is taken back, again and again', async () => {
    const { actor, propertyId, about } = await owning()
    await askConnection(context, actor, about)
    await Promise.all([takeBackConnection(context, actor, about), takeBackConnection(context, actor, about)])
    await takeBackConnection(context, actor, about)
    expect(await requestOf(propertyId)).toBeUndefined()
  })

  it.each([
    ['while it is being connected', 'connection-in-progress', { attempt: 'running' }],
    ['once it is completed', 'already-connected', { request: 'completed' }],
  ] as const)('is not taken back %s', async (_, code, { attempt, request }: Record<string, string>) => {
    const { actor, propertyId, about } = await owning()
    await askConnection(context, actor, about)
    if (attempt) await db.doc(`connectionAttempts/${propertyId}_booking`).set({ status: attempt })
    if (request)
      await db.doc(`connectionRequests/${askedId(propertyId, 'booking')}`).update({ status: request })
    await expect(takeBackConnection(context, actor, about)).rejects.toMatchObject({ code })
    expect(await requestOf(propertyId)).toBeDefined()
  })

  it('is refused for a property that is connected, and for somebody else’s', async () => {
    const { actor, propertyId, about } = await owning()
    for (const act of [askConnection, takeBackConnection]) {
      await expect(act(context, landlord(), about)).rejects.toMatchObject({ code: 'property-not-found' })
      const nowhere = { ...about, propertyId: uniqueId('none') }
      await expect(act(context, actor, nowhere)).rejects.toMatchObject({ code: 'property-not-found' })
    }
    await db.doc(`propertyChannels/${propertyId}_booking`).set({ status: 'active' })
    await expect(askConnection(context, actor, about)).rejects.toMatchObject({ code: 'already-connected' })
    expect(await requestOf(propertyId)).toBeUndefined()
  })
})
