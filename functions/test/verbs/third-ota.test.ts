import { randomInt } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { sandboxCredentials, startSandbox } from '../../../sandbox/src/index.ts'
import { connectProperty } from '../../src/lib/connection/job/connect-property.ts'
import { readMapping } from '../../src/lib/connection/review/read-mapping.ts'
import { writeMapping } from '../../src/lib/connection/review/write-mapping.ts'
import { otaNamed } from '../../src/lib/connection/target.ts'
import { testProperty } from '../../src/lib/connection/test-property.ts'
import { lookAtChannel } from '../../src/lib/connection/watch/look-at-channel.ts'
import { loadReservations } from '../../src/lib/reservations/load-reservations.ts'
import { channelManagerFails, obpRooms, sandbox, storeProperty } from '../support/connection-builders.ts'
import { actor, adjustableClock, completed, outcomeOf } from '../support/connection-deps.ts'
import { type Data, db, listed } from '../support/stack.ts'
import { builtContext } from '../support/test-context.ts'
import { expediaAdapter } from '../support/third-ota/adapter.ts'

// The set-up has loaded the modules with the real OTAs.
vi.hoisted(() => vi.resetModules())
// A new OTA is added to this module: its name and its row. The rest follows, or does not compile.
vi.mock('../../src/lib/connection/otas.ts', async importActual => {
  const { otaNames, otas } = await importActual<typeof import('../../src/lib/connection/otas.ts')>()
  const { expedia } = await import('../support/third-ota/row.ts')
  return { otaNames: [...otaNames, 'expedia'], otas: { ...otas, expedia } }
})

const vendors = await startSandbox({ credentials: sandboxCredentials, adapters: [expediaAdapter] })
process.env.SANDBOX_URL = vendors.url
afterAll(() => vendors.close())
afterEach(() => sandbox().clearFaults())

const ota = otaNamed('expedia')

/** A property with a pending request for this OTA, and its hotel there. */
async function pendingProperty() {
  const property = await storeProperty({ rooms: obpRooms, requests: [] })
  const hotelId = String(randomInt(1_000_000, 9_999_999))
  const rate = (id: string, occupancies: number[]) => ({
    id,
    title: 'Standard Rate',
    occupancies,
    maxPersons: occupancies.at(-1),
  })
  const rooms = [
    { id: 501, title: 'Double Room', rates: [rate(`${hotelId}01A`, [1, 2])] },
    // Digits alone, with a zero that a number would lose.
    { id: 502, title: 'Family Suite', rates: [rate(`0${hotelId}02`, [2, 3, 4])] },
  ]
  await sandbox().seed({
    hotels: [{ hotelId, adapter: 'Expedia', pricingType: 'OBP', currency: 'EUR', rooms }],
  })
  const request = { propertyId: property.propertyId, ota, status: 'pending', createdAt: new Date() }
  const { id: requestId } = await db().collection('connectionRequests').add(request)
  const input = { propertyId: property.propertyId, ota, hotelId }
  const channelId = `${property.propertyId}_expedia`
  return { ...property, input, hotelId, requestId, channelId, rates: [`${hotelId}01A`, `0${hotelId}02`] }
}
type PendingProperty = Awaited<ReturnType<typeof pendingProperty>>

const read = async (path: string): Promise<Data> => (await db().doc(path).get()).data()

async function expectConnected({
  input,
  channelId,
  requestId,
  channelManagerId,
  rates,
  email,
}: PendingProperty) {
  const { channels } = await sandbox().state('channel-manager')
  const [there, ...more]: Data[] = channels
    .map(({ attributes }: Data) => attributes)
    .filter(({ properties }: Data) => properties.includes(channelManagerId))
  expect(more).toEqual([])
  expect(there).toMatchObject({
    channel: 'Expedia',
    is_active: true,
    settings: { hotel_id: input.hotelId },
  })
  const codes = there.rate_plans.map(({ settings }: Data) => settings.rate_plan_code)
  expect([...new Set(codes)]).toEqual(rates)
  const stored = await read(`propertyChannels/${channelId}`)
  expect(stored).toMatchObject({ ota: 'expedia', status: 'active', channelManagerChannelId: there.id })
  expect(new Set(stored.mapping.ratePlans.map((row: Data) => row.otaRateId))).toEqual(new Set(rates))
  expect(await read(`connectionRequests/${requestId}`)).toMatchObject({ status: 'completed' })
  const emails = await listed('emails', 'to', email)
  expect(emails.map(one => one.data.subject)).toEqual(['Harbour View is live on Expedia'])
  return { stored, there }
}

describe('an OTA that has only a row and an adapter at the sandbox', () => {
  it('is connected by its id, with ids of rates that are text', async () => {
    const deps = await builtContext()
    const property = await pendingProperty()
    expect(await testProperty(deps, actor, property.input)).toMatchObject({ ok: true })
    const result = completed(await connectProperty(deps, actor, property.input))
    expect(result).toMatchObject({ ota: 'expedia', channelId: property.channelId, replayed: false })
    await expectConnected(property)
    expect(await connectProperty(deps, actor, property.input)).toMatchObject({ replayed: true })
    await expectConnected(property)
  })

  it('has a mapping that is read, written and found as it was left', async () => {
    const clock = adjustableClock()
    const deps = await builtContext({ clock })
    const property = await pendingProperty()
    await connectProperty(deps, actor, property.input)
    const ref = { propertyId: property.propertyId, channelId: property.channelId }
    const { mapping, version, differences } = await readMapping(deps, ref)
    expect(differences).toEqual([])
    const [first, ...rest] = mapping.ratePlans
    if (!first) throw new Error('nothing is mapped')
    const ratePlans = [...rest.map(row => ({ ...row })), { ...first, ratePlanId: null, primary: false }]
    const [second] = ratePlans
    if (second) second.primary = true
    await writeMapping(deps, actor, { ...ref, version, rooms: mapping.rooms, ratePlans, finalize: true })
    const { stored, there } = await expectConnected(property)
    expect(stored.mappingStatus).toBe('finalized')
    expect(there.rate_plans).toHaveLength(4)
    await lookAtChannel(deps, property.channelId)
    const items = await listed('items', 'channelId', property.channelId)
    expect(items.map(item => item.kind)).toEqual([])
  })

  it('sends bookings that find their room', async () => {
    const deps = await builtContext()
    const property = await pendingProperty()
    await connectProperty(deps, actor, property.input)
    const [rateId] = property.rates
    const stay = { code: `E${property.hotelId}`, arrival: '2027-03-01', departure: '2027-03-03' }
    await sandbox().book({
      hotelId: property.hotelId,
      reservation: { ...stay, roomId: 501, rateId },
      announce: false,
    })
    await loadReservations(deps, actor, { propertyId: property.propertyId, channelId: property.channelId })
    const found = await listed('reservations', 'code', stay.code)
    expect(found).toMatchObject([{ ota: 'expedia', channelId: property.channelId }])
    expect(found[0].roomId).toEqual(expect.any(String))
  })

  it('refuses what its row refuses, in the words of the row', async () => {
    const deps = await builtContext()
    const property = await pendingProperty()
    const of = (hotelId: string) => testProperty(deps, actor, { ...property.input, hotelId })
    // Booking.com would take this one.
    expect(await of('58681890')).toMatchObject({
      code: 'hotel-id-invalid',
      detail: 'This is not a property ID of Expedia. It is a number of 7 digits.',
    })
    expect(await of('1000001')).toMatchObject({
      code: 'connection-test-failed',
      nextAction: 'Ask Expedia for the property ID.',
    })
    expect(await outcomeOf(connectProperty(deps, actor, { ...property.input, ota: 'booking' }))).toBe(
      'connection-test-failed',
    )
  })

  it('is waited for as long as its row says', async () => {
    const deps = await builtContext({}, { timeoutMs: 500, otaTimeoutMs: 20_000 })
    const property = await pendingProperty()
    await channelManagerFails({ mode: 'delay', delayMs: 4000, path: '^/channels/test_connection$' })
    const start = Date.now()
    await expect(deps.channelManager.testConnection(ota, property.hotelId)).rejects.toThrow()
    expect(Date.now() - start).toBeLessThan(3900)
    expect(await deps.channelManager.testConnection('booking', '5868189')).toBe(true)
  })
})
