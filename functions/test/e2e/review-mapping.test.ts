import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectableProperty,
  reseedHotel,
  sandbox,
  standardHotel,
  standardRooms,
  storeProperty,
  vendor,
} from '../support/connection-builders.ts'
import { expectLawfulMapping, expectProblem, traces } from '../support/connection-state.ts'
import {
  ask,
  callsTo,
  channelAudits,
  channelIdOf,
  channelOf,
  channelPath,
  connected,
  linesThere,
  putMapping,
  readMapping,
  sendable,
} from '../support/review.ts'
import { call, type Data, put, signIn } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

/** Without what the watch writes there by itself. */
async function document(property: ConnectableProperty): Promise<Data> {
  const { verdict: _, ...channel } = await channelOf(property)
  return channel
}
const hotelOf = async ({ hotelId }: ConnectableProperty): Promise<Data> =>
  (await sandbox().state('channel-manager')).hotels.find((one: Data) => one.hotelId === hotelId)

describe('reading a mapping', () => {
  it('has what is stored, what the OTA offers now, and what is ours', async () => {
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
    })
    expect(body.offer.rooms.map(({ title }: Data) => title)).toEqual(['Double Room', 'Family Suite'])
    expect(body.rooms).toHaveLength(2)
    expect(body.ratePlans).toHaveLength(6)
    expect(body.ratePlans[0]).toMatchObject({ canBeMapped: true, roomId: expect.any(String) })
  })

  it('tells what the OTA has changed since', async () => {
    const property = await connected()
    const { rooms } = await hotelOf(property)
    const [first, second] = rooms
    await reseedHotel(property.hotelId, {
      rooms: [
        { ...first, title: 'Double or Twin' },
        {
          ...second,
          rates: second.rates.slice(0, 1).map((rate: Data) => ({ ...rate, occupancies: [2, 3] })),
        },
        { id: 77, title: 'New Room', rates: [] },
      ],
    })
    const { differences } = await readMapping(property)
    expect(differences.map(({ kind }: Data) => kind).sort()).toEqual([
      'rate-changed',
      'rate-removed',
      'room-added',
      'room-renamed',
    ])
    expect(differences.every(({ text }: Data) => text.endsWith('.'))).toBe(true)
  })

  it('shows what was offered then when the channel manager does not answer', async () => {
    const property = await connected()
    await sandbox().fault({ vendor: 'channel-manager', path: 'mapping_details', mode: 'status', status: 503 })
    const body = await readMapping(property)
    expect(body).toMatchObject({
      offerIsCurrent: false,
      offerProblem: {
        code: 'provider-unavailable',
        detail: expect.any(String),
        nextAction: expect.any(String),
      },
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
    const plan = row.ratePlanId
    row.ratePlanId = null
    row.primary = false
    const answer = await putMapping(property, body)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      version: 2,
      mappingStatus: 'initial',
      replayed: false,
      difference: {
        added: [],
        removed: [
          { otaRoomName: 'Double Room', otaRateName: 'Standard Rate', occupancy: 1, ratePlanId: plan },
        ],
        changed: [],
        unchanged: 4,
      },
    })
    expect(await linesThere(property)).toHaveLength(4)
    const { channels } = await traces(property)
    await expectLawfulMapping(channels[0])
    const now = await document(property)
    expect(now).toMatchObject({ version: 2, mappingStatus: 'initial', pricingType: 'OBP', currency: 'EUR' })
    expect(now).not.toHaveProperty('pendingMapping')
    expect(now).not.toHaveProperty('leaseUntil')
    const rows = answer.body.mapping.ratePlans
    expect(rows).toHaveLength(5)
    expect(rows[0]).toMatchObject({
      occupancy: 1,
      ratePlanId: null,
      score: 1,
      reasons: ['chosen by a person'],
      needsReview: false,
    })
    // What nobody touched keeps what was said of it.
    expect(rows.slice(1)).toEqual((await readMapping(property)).mapping.ratePlans.slice(1))
    expect(rows[1].reasons).not.toEqual(['chosen by a person'])
    expect(await channelAudits(property)).toMatchObject([
      {
        action: 'mapping.write',
        outcome: 'success',
        metadata: { removed: 1, added: 0, changed: 0, version: 1 },
      },
    ])
  })

  it('finalises: nothing is left to be looked at', async () => {
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
    // Nothing changed there, so nothing was pushed again.
    expect(await callsTo('PUT', `/channels/${(await document(property)).channelManagerChannelId}`)).toEqual(
      [],
    )
  })

  it('previews: says the difference and writes nothing', async () => {
    const property = await connected()
    const body = sendable(await readMapping(property))
    body.ratePlans[0].ratePlanId = null
    const before = await document(property)
    const answer = await putMapping(property, { ...body, preview: true })
    expect(answer.status, answer.text).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['difference'])
    expect(answer.body.difference).toMatchObject({ removed: [{ occupancy: 1 }], unchanged: 4 })
    expect(await document(property)).toEqual(before)
    expect(await channelAudits(property)).toEqual([])
  })

  it('shows lines that somebody else has put there as removed', async () => {
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

  it('takes up a room that the OTA has begun to offer', async () => {
    const property = await connected()
    const { rooms } = await hotelOf(property)
    const fresh = {
      id: 91,
      title: 'Loft',
      rates: [{ id: 911, title: 'Standard Rate', maxPersons: 2, occupancies: [1, 2] }],
    }
    await reseedHotel(property.hotelId, { rooms: [...rooms, fresh] })
    const answer = await putMapping(property, sendable(await readMapping(property)))
    expect(answer.body.mapping.rooms.at(-1), answer.text).toMatchObject({
      otaRoomId: 91,
      roomId: null,
      needsReview: true,
    })
    expect(answer.body.mapping.summary.total).toBe(3)
    expect((await readMapping(property)).differences).toEqual([])
  })

  it('sent again after its answer was lost is answered as the first time', async () => {
    const property = await connected()
    const body = sendable(await readMapping(property))
    body.ratePlans[0].ratePlanId = null
    const first = await putMapping(property, body)
    const again = await putMapping(property, body)
    expect(again.status, again.text).toBe(200)
    expect(again.body).toEqual({ ...first.body, replayed: true })
    expect(
      await callsTo('PUT', `/channels/${(await document(property)).channelManagerChannelId}`),
    ).toHaveLength(1)
    expect((await channelAudits(property)).map(({ outcome }) => outcome)).toEqual(['success'])
  })

  it('from a version that somebody has changed is refused', async () => {
    const property = await connected()
    const body = sendable(await readMapping(property))
    await putMapping(property, { ...body, finalize: true })
    const other = structuredClone(body)
    other.ratePlans[0].ratePlanId = null
    expectProblem(await putMapping(property, other), { status: 409, code: 'mapping-changed' })
    expectProblem(await putMapping(property, { ...body, version: 7 }), {
      status: 409,
      code: 'mapping-changed',
    })
    expect((await channelAudits(property)).map(({ outcome }) => outcome).sort()).toEqual([
      'failure',
      'failure',
      'success',
    ])
  })

  it('by two people at once: one of them', async () => {
    const property = await connected()
    const body = sendable(await readMapping(property))
    const other = structuredClone(body)
    other.ratePlans[0].ratePlanId = null
    const answers = await Promise.all([
      putMapping(property, { ...body, finalize: true }),
      putMapping(property, other),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expectProblem(answers.find(({ status }) => status === 409) as never, {
      status: 409,
      code: 'mapping-changed',
    })
    expect(await document(property)).toMatchObject({ version: 2 })
    const won = answers.find(({ status }) => status === 200)?.body
    const mapped = won.mapping.ratePlans.filter((row: Data) => row.ratePlanId !== null)
    expect(await linesThere(property)).toHaveLength(mapped.length)
  })
})

describe('a mapping that is not lawful', () => {
  type Change = (body: Data, read: Data) => void
  const rowOf = (body: Data, occupancy: number) =>
    body.ratePlans.findIndex((row: Data) => row.occupancy === occupancy && row.ratePlanId !== null)
  const cases: [string, Change, RegExp[], string[]][] = [
    [
      'more guests than the rate is for',
      body => {
        body.ratePlans[rowOf(body, 4)].occupancy = 5
      },
      [/for 4 guests at most, not 5/],
      ['occupancy'],
    ],
    [
      'two primaries',
      body => {
        for (const row of body.ratePlans) row.primary = row.ratePlanId !== null
      },
      [/primary row already/, /primary row already/, /primary row already/],
      ['primary', 'primary', 'primary'],
    ],
    [
      'no primary',
      body => {
        for (const row of body.ratePlans) row.primary = false
      },
      [/no primary row/, /no primary row/],
      ['primary', 'primary'],
    ],
    [
      'a derived rate',
      (body, { offer }) => {
        const { id } = offer.rooms[0].rates.find(({ derived }: Data) => derived)
        body.ratePlans.push({ ...body.ratePlans[0], otaRateId: id, primary: true })
      },
      [/follows another rate/],
      ['otaRateId'],
    ],
    [
      'a read-only rate',
      (body, { offer }) => {
        const { id } = offer.rooms[1].rates.find((rate: Data) => rate.readonly)
        body.ratePlans.push({ ...body.ratePlans[rowOf(body, 4)], otaRateId: id })
      },
      [/read-only/],
      ['otaRateId'],
    ],
    [
      'a rate plan of another room',
      (body, { ratePlans, rooms }) => {
        const other = ratePlans.find(
          (plan: Data) => plan.roomId !== rooms.find(({ capacity }: Data) => capacity === 2).id,
        )
        body.ratePlans[0].ratePlanId = other.id
      },
      [/belongs to the room "Family {2}Suite"/],
      ['ratePlanId'],
    ],
    [
      'a room of nobody',
      body => {
        body.rooms[0].roomId = 'a-room-of-another-property'
        for (const row of body.ratePlans) if (row.otaRoomId === body.rooms[0].otaRoomId) row.ratePlanId = null
      },
      [/no such room/],
      ['roomId'],
    ],
    [
      'a rate plan of nobody',
      body => {
        body.ratePlans[0].ratePlanId = 'a-rate-plan-of-another-property'
      },
      [/no such rate plan/],
      ['ratePlanId'],
    ],
    [
      'a room that the OTA does not have',
      body => {
        body.ratePlans.push({ ...body.ratePlans[0], otaRoomId: 1 })
      },
      [/no room 1/],
      ['otaRoomId'],
    ],
    [
      'a rate that the room does not have',
      body => {
        body.ratePlans.push({ ...body.ratePlans[0], otaRateId: 1 })
      },
      [/not offered at a rate 1/],
      ['otaRateId'],
    ],
    [
      'the same twice',
      body => {
        body.ratePlans.push({ ...body.ratePlans[0], primary: false })
      },
      [/for 1 guests twice/],
      ['occupancy'],
    ],
    [
      'rates of a room that is not mapped',
      body => {
        body.rooms[0].roomId = null
      },
      [/mapped to no room/, /mapped to no room/],
      ['otaRoomId', 'otaRoomId'],
    ],
    [
      'nothing at all',
      body => {
        for (const row of [...body.ratePlans]) row.ratePlanId = null
      },
      [/Nothing is mapped/],
      [''],
    ],
    [
      'a number of guests that is not sold',
      body => {
        body.ratePlans[rowOf(body, 3)].occupancy = 1
      },
      [/not sold for 1 guests, only for 2, 3, 4/],
      ['occupancy'],
    ],
  ]

  it('is refused, row by row, and nothing is written', async () => {
    const property = await connected()
    const read = await readMapping(property)
    const before = await document(property)
    for (const [name, change, messages, fields] of cases) {
      const body = sendable(read)
      change(body, read)
      const answer = await putMapping(property, body)
      expectProblem(answer, { status: 422, code: 'mapping-failed' })
      const { errors } = answer.body
      expect(errors.length, name).toBe(messages.length)
      for (const [at, message] of messages.entries()) {
        expect(errors[at].message, name).toMatch(message)
        expect(errors[at].path, name).toMatch(new RegExp(`^(rooms|ratePlans)(\\.\\d+\\.)?${fields[at]}$`))
      }
    }
    expect(await document(property)).toEqual(before)
    expect(await linesThere(property)).toHaveLength(5)
  })

  it('Standard is mapped once, and no further than the room holds', async () => {
    const property = await connected({
      hotel: standardHotel,
      rooms: [
        { ...standardRooms[0], capacity: 2, rates: { 'Standard Rate': [2], 'weekly rate': [2] } } as never,
      ],
    })
    const read = await readMapping(property)
    const body = sendable(read)
    const [row] = body.ratePlans
    body.ratePlans.push({ ...row, occupancy: 1, primary: false })
    const twice = await putMapping(property, body)
    expect(twice.body.errors, twice.text).toMatchObject([{ path: expect.stringMatching(/otaRateId$/) }])
    const above = sendable(read)
    above.ratePlans[0].occupancy = 3
    const answer = await putMapping(property, above)
    expect(answer.body.errors, answer.text).toMatchObject([
      { message: expect.stringMatching(/holds 2 guests/) },
    ])
  })

  it('is refused in its form before anything is read', async () => {
    const property = await storeProperty()
    for (const body of [
      {},
      { version: 1, rooms: [], ratePlans: [], odd: true },
      { version: '1', rooms: [], ratePlans: [] },
      { version: 1, rooms: [{ otaRoomId: 1.5, roomId: null }], ratePlans: [] },
      { version: 1, rooms: [], ratePlans: [{ otaRoomId: 1, otaRateId: 1, ratePlanId: 'a', occupancy: 0 }] },
    ])
      expect((await putMapping(property, body)).body).toMatchObject({
        status: 400,
        code: 'validation-failed',
      })
  })
})

describe('when the channel manager fails', () => {
  const change = async (property: ConnectableProperty) => {
    const body = sendable(await readMapping(property))
    body.ratePlans[0].ratePlanId = null
    return body
  }

  it('a refusal is told in its words, and nothing stays pending', async () => {
    const property = await connected()
    const body = await change(property)
    const errors = {
      code: 'validation_error',
      title: 'Validation Error',
      details: { rate_plans: ['is not to my taste'] },
    }
    await sandbox().fault({
      vendor: 'channel-manager',
      method: 'PUT',
      path: '/channels/',
      mode: 'status',
      status: 422,
      body: { errors },
    })
    const answer = await putMapping(property, body)
    expectProblem(answer, { status: 422, code: 'mapping-failed' })
    expect(answer.body.detail).toContain('is not to my taste')
    expect(await document(property)).not.toHaveProperty('pendingMapping')
    await sandbox().clearFaults()
    expect((await putMapping(property, body)).status).toBe(200)
  })

  it('a lost answer is looked up', async () => {
    const property = await connected()
    const body = await change(property)
    await sandbox().fault({
      vendor: 'channel-manager',
      method: 'PUT',
      path: '/channels/',
      mode: 'processed-then-reset',
      times: 2,
    })
    const answer = await putMapping(property, body)
    expect(answer.status, answer.text).toBe(200)
    expect(await linesThere(property)).toHaveLength(4)
  })

  it('when it cannot be read nothing is written', async () => {
    const property = await connected()
    const body = await change(property)
    await sandbox().fault({ vendor: 'channel-manager', path: 'mapping_details', mode: 'status', status: 503 })
    expectProblem(await putMapping(property, body), { status: 503, code: 'provider-unavailable' })
    expect(await document(property)).not.toHaveProperty('pendingMapping')
  })

  it('a channel that is gone there is not found', async () => {
    const property = await connected()
    const body = await change(property)
    const { channelManagerChannelId } = await document(property)
    await vendor('POST', `/channels/${channelManagerChannelId}/deactivate`)
    await vendor('DELETE', `/channels/${channelManagerChannelId}`)
    expectProblem(await putMapping(property, body), { status: 404, code: 'channel-not-found' })
  })
})

describe('mappings are for operations, and for channels that are there', () => {
  it('is 404 for what is not there', async () => {
    const [property, other] = [await connected(), await storeProperty()]
    const path = `/api/properties/${other.propertyId}/channels/${channelIdOf(property)}/mapping`
    const body = { version: 1, rooms: [], ratePlans: [], finalize: false }
    for (const [method, sent] of [['GET'], ['PUT', body]] as const) {
      expectProblem(await ask(method, path, sent), { status: 404, code: 'channel-not-found' })
      expectProblem(await ask(method, path.replace(other.propertyId, 'nobody'), sent), {
        status: 404,
        code: 'property-not-found',
      })
      expect((await ask(method, path.replace(other.propertyId, 'a b'), sent)).status).toBe(400)
    }
  })

  it.each(['support', 'service', 'landlord'])('is 403 for %s, whatever they send', async role => {
    const user = await signIn({ role })
    const path = `${channelPath({ propertyId: 'any' })}/mapping`
    for (const method of ['GET', 'PUT'])
      expect((await ask(method, path, method === 'PUT' ? {} : undefined, user)).body).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
  })

  it('takes GET and PUT alone', async () => {
    const path = `${channelPath({ propertyId: 'any' })}/mapping`
    expect((await call('GET', path)).status).toBe(401)
    expect((await ask('POST', path)).headers.get('allow')).toBe('GET, PUT')
  })
})
