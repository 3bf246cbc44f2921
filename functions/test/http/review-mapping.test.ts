import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectableProperty,
  channelManagerFails,
  reseedHotel,
  sandbox,
  storeProperty,
  vendor,
} from '../support/connection-builders.ts'
import { expectLawfulMapping, traces } from '../support/connection-state.ts'
import {
  ask,
  callsTo,
  channelAudits,
  channelIdOf,
  channelOf,
  connected,
  linesThere,
  putMapping,
  readMapping,
  sendable,
} from '../support/review.ts'
import { type Data, expectProblem, put } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

/** A live property, and a mapping for it in which one row is mapped no longer. */
async function changed() {
  const property = await connected()
  const body = sendable(await readMapping(property))
  body.ratePlans[0].ratePlanId = null
  return { property, body }
}

/** The stored channel without the verdict, which the watch writes. */
async function document(property: ConnectableProperty): Promise<Data> {
  const { verdict: _, ...channel } = await channelOf(property)
  return channel
}
const pushes = async (property: ConnectableProperty) =>
  callsTo('PUT', `/channels/${(await document(property)).channelManagerChannelId}`)
const hotelOf = async ({ hotelId }: ConnectableProperty): Promise<Data> =>
  (await sandbox().state('channel-manager')).hotels.find((one: Data) => one.hotelId === hotelId)

describe('reading a mapping', () => {
  it('shows the stored mapping, the current offer of the OTA, and our rooms and rates', async () => {
    const property = await connected()
    const body = await readMapping(property)
    const { mapping } = await document(property)
    expect(body).toMatchObject({
      channelId: channelIdOf(property),
      hotelId: property.hotelId,
      status: 'active',
      version: 1,
      mappingStatus: 'initial',
      mapping: { rooms: mapping.rooms, ratePlans: mapping.ratePlans, summary: { total: 2, mapped: 2 } },
      offerIsCurrent: true,
      differences: [],
      pending: null,
      review: null,
    })
    expect(body.offer.rooms.map(({ title }: Data) => title)).toEqual(['Double Room', 'Family Suite'])
    expect(body.rooms).toHaveLength(2)
    expect(body.ratePlans).toHaveLength(6)
    expect(body.ratePlans[0]).toMatchObject({ canBeMapped: true, roomId: expect.any(String) })
  })

  it('shows what the OTA has changed since', async () => {
    const property = await connected()
    const { rooms } = await hotelOf(property)
    const [first, second] = rooms
    const renamed = { ...first, title: 'Double or Twin' }
    const rates = [{ ...second.rates[0], occupancies: [2, 3] }]
    const added = { id: 77, title: 'New Room', rates: [] }
    await reseedHotel(property.hotelId, { rooms: [renamed, { ...second, rates }, added] })
    const { differences } = await readMapping(property)
    const kinds = ['rate-changed', 'rate-removed', 'room-added', 'room-renamed']
    expect(differences.map(({ kind }: Data) => kind).sort()).toEqual(kinds)
    expect(differences.every(({ text }: Data) => text.endsWith('.'))).toBe(true)
  })

  it('shows the stored offer when the channel manager does not answer', async () => {
    const property = await connected()
    await channelManagerFails({ path: 'mapping_details', status: 503 })
    const wording = { detail: expect.any(String), nextAction: expect.any(String) }
    expect(await readMapping(property)).toMatchObject({
      offerIsCurrent: false,
      offerProblem: { code: 'provider-unavailable', ...wording },
      offer: { rooms: [{ title: 'Double Room' }, { title: 'Family Suite' }] },
    })
  })

  it('works for a channel with nothing but the fields of the contract', async () => {
    const property = await connected()
    const { attemptId, version, offer, requestIds, subscriptionId, ...bare } = await document(property)
    await put(`propertyChannels/${channelIdOf(property)}`, bare)
    const body = await readMapping(property)
    expect(body).toMatchObject({ version: 1, offerIsCurrent: true, differences: [] })
    const answer = await putMapping(property, { ...sendable(body), finalize: true })
    expect(answer.body, answer.text).toMatchObject({ version: 2, mappingStatus: 'finalized' })
  })
})

describe('writing a mapping', () => {
  it('brings changed pairs to the channel manager, and says what that changed', async () => {
    const property = await connected()
    const body = sendable(await readMapping(property))
    const row = body.ratePlans.find(({ occupancy }: Data) => occupancy === 1)
    const removed = { otaRoomName: 'Double Room', otaRateName: 'Standard Rate', occupancy: 1 }
    const difference = { added: [], removed: [{ ...removed, ratePlanId: row.ratePlanId }], changed: [] }
    Object.assign(row, { ratePlanId: null, primary: false })
    const answer = await putMapping(property, body)
    expect(answer.status, answer.text).toBe(200)
    const reply = { version: 2, mappingStatus: 'initial', replayed: false }
    expect(answer.body).toMatchObject({ ...reply, difference: { ...difference, unchanged: 4 } })
    expect(await linesThere(property)).toHaveLength(4)
    const { channels } = await traces(property)
    await expectLawfulMapping(channels[0])
    const now = await document(property)
    expect(now).toMatchObject({ version: 2, mappingStatus: 'initial', pricingType: 'OBP', currency: 'EUR' })
    for (const field of ['pendingMapping', 'leaseUntil']) expect(now).not.toHaveProperty(field)
    const rows = answer.body.mapping.ratePlans
    expect(rows).toHaveLength(5)
    const chosen = { score: 1, reasons: ['chosen by a person'], needsReview: false }
    expect(rows[0]).toMatchObject({ occupancy: 1, ratePlanId: null, ...chosen })
    // Rows that nobody touched keep their reasons.
    expect(rows.slice(1)).toEqual((await readMapping(property)).mapping.ratePlans.slice(1))
    expect(rows[1].reasons).not.toEqual(['chosen by a person'])
    const metadata = { removed: 1, added: 0, changed: 0, version: 1 }
    expect(await channelAudits(property)).toMatchObject([
      { action: 'mapping.write', outcome: 'success', metadata },
    ])
  })

  it('with `finalize` leaves nothing to review', async () => {
    const property = await connected({
      rooms: [{ name: 'Double Room', capacity: 2, rates: { 'Standard Rate': [2] } }],
    })
    const before = await readMapping(property)
    expect(before.mapping.summary.needsReview).toBeGreaterThan(0)
    const answer = await putMapping(property, { ...sendable(before), finalize: true })
    expect(answer.body, answer.text).toMatchObject({
      version: 2,
      mappingStatus: 'finalized',
      mapping: { summary: { needsReview: 0 } },
      difference: { added: [], removed: [], changed: [] },
    })
    // No line changed at the channel manager, so nothing was pushed again.
    expect(await pushes(property)).toEqual([])
  })

  it('as a preview shows the difference and writes nothing', async () => {
    const { property, body } = await changed()
    const before = await document(property)
    const answer = await putMapping(property, { ...body, preview: true })
    expect(answer.status, answer.text).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['difference'])
    expect(answer.body.difference).toMatchObject({ removed: [{ occupancy: 1 }], unchanged: 4 })
    expect(await document(property)).toEqual(before)
    expect(await channelAudits(property)).toEqual([])
  })

  it('shows and undoes what somebody else has changed in the lines there', async () => {
    const property = await connected()
    const body = sendable(await readMapping(property))
    const [line] = await linesThere(property)
    const { channelManagerChannelId } = await document(property)
    const settings = { ...line, primary_occ: true }
    delete settings.rate_plan_id
    const rate_plans = [{ rate_plan_id: line.rate_plan_id, settings }]
    await vendor('PUT', `/channels/${channelManagerChannelId}`, { channel: { rate_plans } })
    const answer = await putMapping(property, body)
    expect(answer.body.difference, answer.text).toMatchObject({
      added: { length: 4 },
      changed: [{ primary: false, before: { primary: true } }],
      unchanged: 0,
    })
    expect(await linesThere(property)).toHaveLength(5)
  })
})

describe('a mapping that is not lawful', () => {
  it('is refused, row by row, and nothing is written', async () => {
    const { property, body } = await changed()
    const before = await document(property)
    body.rooms[0].roomId = 'of-another-property'
    body.ratePlans[1].ratePlanId = 'of-another-property'
    const answer = await putMapping(property, body)
    expectProblem(answer, '422 mapping-failed')
    const paths = answer.body.errors.map(({ path }: Data) => path)
    expect(paths).toEqual(['rooms.0.roomId', 'ratePlans.1.ratePlanId'])
    expect(await document(property)).toEqual(before)
    expect(await linesThere(property)).toHaveLength(5)
  })

  it('is refused in its form before anything is read', async () => {
    const property = await storeProperty()
    const empty = { version: 1, rooms: [], ratePlans: [] }
    for (const body of [
      {},
      { ...empty, odd: true },
      { ...empty, version: '1' },
      { ...empty, rooms: [{ otaRoomId: 1.5, roomId: null }] },
      { ...empty, ratePlans: [{ otaRoomId: 1, otaRateId: 1, ratePlanId: 'a', occupancy: 0 }] },
    ])
      expectProblem(await putMapping(property, body), '400 validation-failed')
  })
})

describe('when the channel manager fails', () => {
  it('a refusal is shown in its words, and nothing stays pending', async () => {
    const { property, body } = await changed()
    const details = { rate_plans: ['is not to my taste'] }
    const errors = { code: 'validation_error', title: 'Validation Error', details }
    await channelManagerFails({ method: 'PUT', path: '/channels/', status: 422, body: { errors } })
    const answer = await putMapping(property, body)
    expectProblem(answer, '422 mapping-failed')
    expect(answer.body.detail).toContain('is not to my taste')
    expect(await document(property)).not.toHaveProperty('pendingMapping')
    await sandbox().clearFaults()
    expect((await putMapping(property, body)).status).toBe(200)
  })

  it('a channel that is gone there is not found', async () => {
    const { property, body } = await changed()
    const { channelManagerChannelId } = await document(property)
    await vendor('POST', `/channels/${channelManagerChannelId}/deactivate`)
    await vendor('DELETE', `/channels/${channelManagerChannelId}`)
    expectProblem(await putMapping(property, body), '404 channel-not-found')
  })
})

describe('a mapping of a channel', () => {
  it('is not found without the property or the channel', async () => {
    const [property, other] = [await connected(), await storeProperty()]
    const path = `/api/properties/${other.propertyId}/channels/${channelIdOf(property)}/mapping`
    const body = { version: 1, rooms: [], ratePlans: [], finalize: false }
    for (const [method, sent] of [['GET'], ['PUT', body]] as const) {
      expectProblem(await ask(method, path, sent), '404 channel-not-found')
      const ofNobody = await ask(method, path.replace(other.propertyId, 'nobody'), sent)
      expectProblem(ofNobody, '404 property-not-found')
      expect((await ask(method, path.replace(other.propertyId, 'a b'), sent)).status).toBe(400)
    }
  })
})
