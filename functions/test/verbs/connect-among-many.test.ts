import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import * as z from 'zod'
import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import { testProperty } from '../../src/lib/connection/test-property.ts'
import { inParallel } from '../../src/lib/in-parallel.ts'
import { type ConnectableProperty, storeProperty } from '../support/connection-builders.ts'
import { actor, connectDeps, press } from '../support/connection-deps.ts'
import { ownProject, startSurroundings } from '../support/world.ts'

const { sandbox, stop } = await startSurroundings()
const { db, close } = ownProject()
afterAll(async () => {
  await close()
  await stop()
})
const deps = await connectDeps({ firestore: db, sandboxUrl: sandbox.url })

/** Creates channels of ours, here and in the account, each of a hotel of its own. */
async function storeChannels(count: number): Promise<void> {
  const property = await storeProperty({}, { db, sandbox })
  await press(deps, property)
  const ours = await db.doc(`propertyChannels/${property.propertyId}_booking`).get()
  const { hotels } = await sandbox.state('channel-manager')
  const hotel = hotels.find((one: { hotelId: string }) => one.hotelId === property.hotelId)
  const writer = db.bulkWriter()
  const ids = Array.from({ length: count }, (_, at) => String(1_000_000 + count + at))
  for (let at = 0; at < count; at += 500) {
    await sandbox.seed({ hotels: ids.slice(at, at + 500).map(hotelId => ({ ...hotel, hotelId })) })
  }
  await inParallel(20, ids, async hotelId => {
    const own = { propertyId: `p-${hotelId}`, hotelId, channelManagerChannelId: await createChannel(hotelId) }
    void writer.create(db.doc(`propertyChannels/p-${hotelId}_booking`), { ...ours.data(), ...own })
  })
  await writer.close()
}

async function createChannel(hotelId: string): Promise<string> {
  const settings = { hotel_id: hotelId }
  const reply = await fetch(`${sandbox.url}/channel-manager/channels`, {
    method: 'POST',
    headers: { 'user-api-key': sandboxCredentials.channelManagerApiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      channel: { channel: 'BookingCom', title: hotelId, group_id: randomUUID(), settings },
    }),
  })
  expect(reply.status).toBe(201)
  return created.parse(await reply.json()).data.id
}

const created = z.object({ data: z.object({ id: z.string() }) })
const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/g

it('a hotel is tested and connected by the same calls with 10 channels and with 1,000', async () => {
  async function callsOf(act: (property: ConnectableProperty) => Promise<unknown>): Promise<string[]> {
    const property = await storeProperty({}, { db, sandbox })
    const made = await sandbox.requestsDuring('channel-manager', () => act(property))
    return made.map(({ method, path }) => `${method} ${path.replaceAll(ids, ':id')}`).toSorted()
  }
  const both = async () => ({
    test: await callsOf(({ propertyId, hotelId }) =>
      testProperty(deps, actor, { propertyId, ota: 'booking', hotelId }),
    ),
    connect: await callsOf(property => press(deps, property)),
  })
  await storeChannels(10)
  const few = await both()
  expect(Math.min(few.test.length, few.connect.length)).toBeGreaterThan(1)
  await storeChannels(990)
  expect(await both()).toEqual(few)
}, 300_000)
