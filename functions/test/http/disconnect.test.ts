import { afterEach, describe, expect, it } from 'vitest'
import {
  type ConnectableProperty,
  channelManagerFails,
  sandbox,
  storeProperty,
  vendor,
} from '../support/connection-builders.ts'
import { connect, operations, post, traces } from '../support/connection-state.ts'
import {
  ask,
  callsTo,
  channelAudits,
  channelIdOf,
  channelOf,
  connected,
  disconnect,
  putMapping,
} from '../support/review.ts'
import { type Data, db, expectProblem, put, stored, sweep } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

async function historyOf(property: ConnectableProperty): Promise<Data[]> {
  const found = await db()
    .collection(`propertyChannels/${channelIdOf(property)}/history`)
    .get()
  return found.docs.map(one => one.data())
}
const listed = ({ propertyId }: { propertyId: string }) =>
  ask('GET', `/api/properties/${propertyId}/channels`)

async function expectDisconnected(property: ConnectableProperty): Promise<void> {
  const { channel, channels } = await traces(property)
  expect(channels.filter((one: Data) => one.is_active)).toEqual([])
  expect(channel).toMatchObject({ status: 'disconnected', hotelId: property.hotelId })
  for (const field of ['leaseUntil', 'disconnect', 'pendingMapping'])
    expect(channel).not.toHaveProperty(field)
  const { mapping, disconnectedAt } = channel
  const left = { status: 'disconnected', hotelId: property.hotelId, mapping, disconnectedAt }
  expect(await historyOf(property)).toMatchObject([left])
}

describe('a property’s channels', () => {
  it('are listed with their state and what disconnecting would do', async () => {
    const property = await connected({ plan: 'paid' })
    const answer = await listed(property)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.channels).toMatchObject([
      {
        channelId: channelIdOf(property),
        ota: 'booking',
        status: 'active',
        hotelId: property.hotelId,
        mappingStatus: 'initial',
        version: 1,
        summary: { total: 2, mapped: 2 },
        pricingType: 'OBP',
        listingUrl: null,
        createdAt: expect.any(String),
        reservations: { status: 'idle', imported: 0, conflicts: [] },
      },
    ])
    const { effects } = answer.body.channels[0].disconnect
    expect(effects.join(' ')).toContain('The subscription of the connection service is cancelled')
    expect(effects.join(' ')).toContain(property.hotelId)
    expect(effects.every((one: string) => /^[A-Z].*\.$/.test(one))).toBe(true)
  })

  it('are none before the property is connected, and not found without a property', async () => {
    const property = await storeProperty()
    expect((await listed(property)).body).toMatchObject({ propertyName: expect.any(String), channels: [] })
    expectProblem(await listed({ propertyId: 'nobody' }), '404 property-not-found')
  })

  it('with nothing but the fields of the contract are listed too', async () => {
    const { propertyId } = await storeProperty()
    await put(`propertyChannels/${propertyId}_booking`, {
      propertyId,
      ota: 'booking',
      status: 'active',
      hotelId: '5868189',
      channelManagerChannelId: 'x',
      mapping: { rooms: [], ratePlans: [] },
      mappingStatus: 'initial',
      createdAt: new Date(),
    })
    const { body } = await listed({ propertyId })
    expect(body.channels).toMatchObject([{ version: 1, currency: null, pricingType: null, verdict: null }])
  })
})

describe('disconnecting', () => {
  it('as a preview says what it will do, and does nothing', async () => {
    const property = await connected()
    const before = await traces(property)
    const answer = await disconnect(property, '?preview=true')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.effects.length).toBeGreaterThan(3)
    expect(answer.body.effects.join(' ')).toContain('No subscription runs')
    const { channels, channel } = await traces(property)
    expect([channels, channel.status]).toEqual([before.channels, 'active'])
    expect(await channelAudits(property)).toEqual([])
    expect((await disconnect(property, '?preview=odd')).status).toBe(400)
  })

  it('switches the channel off, keeps its history, ends its subscription', async () => {
    const property = await connected({ plan: 'paid' })
    const item = `items/channel-mapping-differs_${channelIdOf(property)}`
    const differs = { kind: 'channel-mapping-differs', detail: 'It differs.', status: 'open' }
    await put(item, { ...differs, createdAt: new Date() })
    const answer = await disconnect(property)
    expect([answer.status, answer.text]).toEqual([204, ''])
    await expectDisconnected(property)
    const { subscriptions, channel } = await traces(property)
    expect(subscriptions).toMatchObject([{ status: 'cancelled' }])
    const { uid } = await operations()
    expect(channel).toMatchObject({ disconnectedBy: uid, disconnectedAt: expect.anything() })
    expect(await channelAudits(property)).toMatchObject([
      { action: 'channel.disconnect', outcome: 'success', actorId: uid, targetType: 'channel' },
    ])
    expect(await stored(item)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
  })

  it.each(['off', 'gone'])('of a channel that is %s at the channel manager works', async state => {
    const property = await connected()
    const path = `/channels/${(await channelOf(property)).channelManagerChannelId}`
    await vendor('POST', `${path}/deactivate`)
    if (state === 'gone') await vendor('DELETE', path)
    expect((await disconnect(property)).status).toBe(204)
    await expectDisconnected(property)
    expect(await callsTo('POST', `${path}/deactivate`)).toHaveLength(1)
  })

  it('while the property is being connected is refused', async () => {
    const property = await connected()
    const attempt = db().doc(`connectionAttempts/${channelIdOf(property)}`)
    await attempt.update({ status: 'running', leaseUntil: new Date(Date.now() + 60_000) })
    const answer = await disconnect(property)
    expectProblem(answer, '409 connection-in-progress')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('is finished by the sweep if the channel manager does not answer', async () => {
    const property = await connected({ plan: 'paid' })
    await channelManagerFails({ method: 'POST', path: 'deactivate', status: 503 })
    const answer = await disconnect(property)
    expectProblem(answer, '503 provider-unavailable')
    expect(answer.body.nextAction).toContain('goes on by itself')
    expect((await channelOf(property)).status).toBe('disconnecting')
    // Meanwhile nobody connects the channel, and no mapping is written to it.
    expectProblem(await connect(property), '409 connection-in-progress')
    const write = await putMapping(property, { version: 1, rooms: [], ratePlans: [], finalize: false })
    expectProblem(write, '409 connection-in-progress')
    const item = `items/disconnect-stuck_${channelIdOf(property)}`
    await sweep('workdue')
    expect(await stored(item)).toMatchObject({ status: 'open' })
    await sandbox().clearFaults()
    await sweep('workdue')
    await expectDisconnected(property)
    expect(await stored(item)).toMatchObject({ status: 'resolved' })
    const outcomes = async () =>
      (await channelAudits(property)).map(({ action, outcome }) => `${action} ${outcome}`).sort()
    // A refusal that is not the first of its minute is written within ten seconds.
    await expect.poll(outcomes).toEqual(['channel.disconnect success', 'mapping.write failure'])
  })

  it('needs a channel of the property', async () => {
    const [property, other] = [await connected(), await storeProperty()]
    const path = `/api/properties/${other.propertyId}/channels/${channelIdOf(property)}`
    for (const query of ['', '?preview=true'])
      expectProblem(await ask('DELETE', path + query), '404 channel-not-found')
    expect((await channelOf(property)).status).toBe('active')
  })
})

describe('connecting again', () => {
  it('takes up the channel that was switched off', async () => {
    const property = await connected({ plan: 'paid' })
    const { channelManagerChannelId } = await channelOf(property)
    await disconnect(property)
    const answer = await connect(property)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ channelManagerChannelId, replayed: false })
    const { channels, channel } = await traces(property)
    expect(channels).toMatchObject([{ id: channelManagerChannelId, is_active: true }])
    expect(channel).toMatchObject({ status: 'active', version: 1 })
    for (const field of ['disconnectedAt', 'disconnectedBy']) expect(channel).not.toHaveProperty(field)
    expect(await historyOf(property)).toHaveLength(1)
    // A second disconnection ends as the first.
    expect((await disconnect(property)).status).toBe(204)
    expect(await historyOf(property)).toHaveLength(2)
  })

  it('another property to a hotel that is not free yet says what to do', async () => {
    const [before, now] = [await connected(), await storeProperty()]
    await disconnect(before)
    const sent = { propertyId: now.propertyId, hotelId: before.hotelId }
    for (const { body } of [await connect(sent), await post('test', sent)]) {
      expect(body.code).toBe('hotel-connected-elsewhere')
      expect(body.detail).toContain('was connected to the property Harbour View')
      expect(body.nextAction).toContain('deleted at the channel manager')
    }
  })
})
