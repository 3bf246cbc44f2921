import { describe, expect, it } from 'vitest'
import { listRequests } from '../../src/lib/connection/requests/list-requests.ts'
import type { Context } from '../../src/lib/context.ts'
import { comparePortfolio, portfolioRoundMs } from '../../src/lib/portfolio/compare-portfolio.ts'
import {
  keepEntry,
  keepOfChannel,
  keepOfItem,
  keepOfProperty,
  keepOfRequest,
} from '../../src/lib/portfolio/keep-on-change.ts'
import { type PortfolioFilter, readPortfolio } from '../../src/lib/portfolio/read-portfolio.ts'
import type { EventDocument } from '../../src/lib/ports.ts'
import { staffActor, startVerbs, steppedClock } from '../support/chat-deps.ts'
import { countedReads } from '../support/counted-reads.ts'
import { detouredFirestore } from '../support/lossy-firestore.ts'
import { put, remove, uniqueId, update } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const { db } = startVerbs()
const context = testContext({ firestore: db })
const actor = staffActor()

const rowsOf = async (filter: PortfolioFilter, of: Context = context) =>
  (await readPortfolio(of, actor, { ...filter, size: 50 })).rows

const found = async (filter: PortfolioFilter) => (await rowsOf(filter)).map(({ propertyId }) => propertyId)
const foundRequests = async (q: string, filter: { status?: 'pending' } = {}) =>
  (await listRequests(context, actor, { q, ...filter })).requests.map(({ id }) => id)

/** The document as an event tells of it. */
async function eventOf(path: string): Promise<EventDocument | undefined> {
  const document = await db.doc(path).get()
  const fields = document.data()
  return fields && document.updateTime && { fields, updateTime: document.updateTime }
}

/** Stores a property of that name, with a channel and the request that it answered. */
async function stored(name = 'Casa Ñandú') {
  const [propertyId, landlordId, requestId] = [uniqueId('p'), uniqueId('l'), uniqueId('r')]
  const [channelId, hotelId] = [`${propertyId}_booking`, String(Math.floor(Math.random() * 1e9) + 1e9)]
  const documents = {
    [`properties/${propertyId}`]: { name, landlordId },
    [`accounts/${landlordId}`]: { name: `Lena ${landlordId}` },
    [`propertyChannels/${channelId}`]: {
      propertyId,
      ota: 'booking',
      status: 'active',
      hotelId,
      channelManagerChannelId: 'c',
      requestIds: [requestId],
    },
    [`connectionRequests/${requestId}`]: {
      propertyId,
      ota: 'booking',
      status: 'completed',
      createdAt: new Date(),
    },
  }
  const batch = db.batch()
  for (const [path, fields] of Object.entries(documents)) batch.set(db.doc(path), fields)
  await batch.commit()
  return { propertyId, landlordId, requestId, channelId, hotelId }
}

describe('a property', () => {
  it('is found by name, landlord, hotel and id, and so is its request', async () => {
    const { propertyId, landlordId, requestId, hotelId } = await stored()
    await keepEntry(context, propertyId)
    for (const q of [`nandu ${propertyId}`, `lena ${landlordId}`, hotelId, hotelId.slice(0, 9), propertyId]) {
      expect(await found({ q }), q).toEqual([propertyId])
      expect(await foundRequests(q), q).toEqual([requestId])
    }
    expect(await found({ q: `${hotelId} elsewhere` })).toEqual([])
    expect(await foundRequests(hotelId, { status: 'pending' })).toEqual([])
  })

  it('follows each change of its item, channel and request', async () => {
    const { propertyId, requestId, channelId, hotelId } = await stored()
    await keepEntry(context, propertyId)
    const item = db.doc(`items/${uniqueId('channel-off')}`)
    const fields = { kind: 'channel-off', status: 'open', propertyId, channelId }
    await item.set(fields)
    await keepOfItem(context, await eventOf(item.path))
    expect(await rowsOf({ q: hotelId, needs: ['items'] })).toMatchObject([{ openItems: 1 }])
    await item.update({ status: 'resolved' })
    await keepOfItem(context, await eventOf(item.path))
    expect(await found({ q: hotelId, needs: ['items'] })).toEqual([])
    await update(`propertyChannels/${channelId}`, { notSelling: 'off' })
    await keepOfChannel(context, channelId, undefined)
    expect(await rowsOf({ q: hotelId, state: 'inactive' })).toHaveLength(1)
    await remove(`propertyChannels/${channelId}`)
    await keepOfChannel(context, channelId, undefined)
    expect(await rowsOf({ q: propertyId })).toMatchObject([{ state: 'none', ota: 'booking' }])
    await remove(`connectionRequests/${requestId}`)
    await keepOfRequest(context, requestId, undefined)
    expect(await foundRequests(propertyId)).toEqual([])
    expect(await rowsOf({ q: propertyId })).toMatchObject([{ ota: null }])
  })

  it('loses a request that moves to another one', async () => {
    const [one, other] = await Promise.all([stored(), stored()])
    for (const { propertyId } of [one, other]) await keepEntry(context, propertyId)
    const moved = { propertyId: other.propertyId, ota: 'booking', status: 'pending', createdAt: new Date() }
    await put(`connectionRequests/${one.requestId}`, moved)
    await keepOfRequest(context, one.requestId, await eventOf(`connectionRequests/${one.requestId}`))
    expect((await foundRequests(other.propertyId)).toSorted()).toEqual(
      [one.requestId, other.requestId].toSorted(),
    )
    expect(await foundRequests(one.propertyId)).toEqual([])
  })

  it('is written once however often it is kept, and not at all without a change', async () => {
    const { propertyId } = await stored()
    expect(
      (await Promise.all([1, 2, 3, 4].map(() => keepEntry(context, propertyId)))).filter(Boolean),
    ).toHaveLength(1)
    expect(await keepEntry(context, propertyId)).toBe(false)
  })

  it('is shown as stored last, even if an earlier reading is written late', async () => {
    const { propertyId } = await stored()
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const firestore = detouredFirestore(db, {
      async commit(writes, send) {
        reached.resolve()
        await released.promise
        return send(writes)
      },
    })
    const late = keepEntry(testContext({ firestore }), propertyId)
    await reached.promise
    await update(`properties/${propertyId}`, { name: 'Renamed' })
    await keepEntry(context, propertyId)
    released.resolve()
    await late
    expect(await rowsOf({ q: propertyId })).toMatchObject([{ propertyName: 'Renamed' }])
  })

  it('is read little for an event that brings nothing new, and whole for a change', async () => {
    const { propertyId, requestId, channelId } = await stored()
    await keepEntry(context, propertyId)
    const { firestore, reads } = countedReads(db)
    const counting = testContext({ firestore })
    const readsOfEvent = async (
      keep: typeof keepOfProperty | typeof keepOfChannel | typeof keepOfRequest,
      id: string,
      path: string,
    ) => {
      const event = await eventOf(path)
      const before = reads()
      await keep(counting, id, event)
      return reads() - before
    }
    const channelPath = `propertyChannels/${channelId}`
    const events = async () => [
      await readsOfEvent(keepOfProperty, propertyId, `properties/${propertyId}`),
      await readsOfEvent(keepOfChannel, channelId, channelPath),
      await readsOfEvent(keepOfRequest, requestId, `connectionRequests/${requestId}`),
    ]
    // The stored keys of a request are read, too.
    expect(await events()).toEqual([1, 1, 2])
    await update(channelPath, { status: 'disconnecting' })
    expect(await readsOfEvent(keepOfChannel, channelId, channelPath)).toBeGreaterThan(5)
    expect(await rowsOf({ q: propertyId })).toMatchObject([{ state: 'disconnecting' }])
    expect(await events()).toEqual([1, 1, 2])
  })

  it('is repaired where its entry cannot be read', async () => {
    const { propertyId, hotelId } = await stored()
    await keepEntry(context, propertyId)
    await update(`portfolio/${propertyId}`, { rows: [{ state: 'of a later release' }] })
    expect(await found({ q: hotelId })).toEqual([])
    expect(await keepEntry(context, propertyId)).toBe(true)
    expect(await found({ q: hotelId })).toEqual([propertyId])
  })

  it('counts its own items, however many of its guests are open', async () => {
    const { propertyId, channelId } = await stored()
    const writer = db.bulkWriter()
    for (let at = 0; at < 201; at += 1)
      void writer.set(db.doc(`items/a-${propertyId}-${at}`), {
        kind: 'send-unknown',
        status: 'open',
        propertyId,
      })
    await writer.close()
    await put(`items/z-${propertyId}`, { kind: 'channel-off', status: 'open', propertyId, channelId })
    await keepEntry(context, propertyId)
    expect(await rowsOf({ q: propertyId })).toMatchObject([{ openItems: 1 }])
  })

  it('is not found by a text without a word', async () => {
    await stored()
    expect(await found({ q: '***' })).toEqual([])
    expect(await foundRequests('***')).toEqual([])
  })
})

it('a cursor is refused for another user and for another filter', async () => {
  const name = uniqueId('street')
  for (const number of [1, 2, 3]) await keepEntry(context, (await stored(`${name} ${number}`)).propertyId)
  const query = { q: name, size: 2 }
  const first = await readPortfolio(context, actor, query)
  expect(first.rows.map(({ propertyName }) => propertyName)).toEqual([`${name} 1`, `${name} 2`])
  const cursor = first.nextCursor ?? ''
  const next = await readPortfolio(context, actor, { ...query, cursor })
  expect(next).toMatchObject({ rows: [{ propertyName: `${name} 3` }], nextCursor: null })
  for (const [who, what] of [
    [staffActor(), query],
    [actor, { ...query, q: 'else' }],
    [actor, { ...query, state: 'none' as const }],
  ] as const)
    await expect(readPortfolio(context, who, { ...what, cursor })).rejects.toMatchObject({
      code: 'validation-failed',
    })
})

it('the round repairs what no event told of, and begins again only after its time', async () => {
  const clock = steppedClock()
  const { propertyId, landlordId, requestId } = await stored()
  const [orphan, ghost] = [await stored(), await stored()]
  await keepEntry(context, ghost.propertyId)
  await remove(`properties/${orphan.propertyId}`)
  for (const path of [
    `properties/${ghost.propertyId}`,
    `propertyChannels/${ghost.channelId}`,
    `connectionRequests/${ghost.requestId}`,
  ])
    await remove(path)
  const run = () => comparePortfolio({ ...testContext({ firestore: db, clock }), clock })
  await run()
  expect(await found({ q: landlordId })).toEqual([propertyId])
  expect(await foundRequests(landlordId)).toEqual([requestId])
  expect(await found({ q: orphan.propertyId })).toEqual([orphan.propertyId])
  expect(await found({ q: ghost.propertyId })).toEqual([])
  expect((await db.doc(`requestKeys/${ghost.requestId}`).get()).exists).toBe(false)
  await update(`accounts/${landlordId}`, { name: 'Somebody Different' })
  await remove(`requestKeys/${requestId}`)
  await run()
  expect(await found({ q: `different ${propertyId}` })).toEqual([])
  clock.forward(portfolioRoundMs)
  await run()
  expect(await found({ q: `different ${propertyId}` })).toEqual([propertyId])
  expect(await foundRequests(propertyId)).toEqual([requestId])
})
