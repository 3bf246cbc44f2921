import { afterEach, describe, expect, it } from 'vitest'
import {
  obpHotel,
  type PropertySpec,
  sandbox,
  standardHotel,
  storeProperty,
} from '../support/connection-builders.ts'
import { connect, expectConnected, expectProblem, post, traces } from '../support/connection-state.ts'
import { db, signIn, uniqueId } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

/** Nothing at all has happened. */
async function expectNoTrace(property: Awaited<ReturnType<typeof storeProperty>>) {
  const { requests, attempt, channel, channels, audits, emails } = await traces(property)
  expect(requests.map(({ status }) => status)).toEqual(['pending'])
  expect({ attempt, channel, channels, audits, emails }).toEqual({
    attempt: undefined,
    channel: undefined,
    channels: [],
    audits: [],
    emails: [],
  })
}

describe('testing a property id', () => {
  it('says yes, and does nothing', async () => {
    const property = await storeProperty()
    const { propertyId, hotelId } = property
    const answer = await post('test', { propertyId, hotelId })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({ ok: true, detail: expect.stringContaining('somebody else') })
    await expectNoTrace(property)
  })

  it.each<[string, PropertySpec, { hotelId?: string }, string]>([
    ['the test fails', { hotel: { behaviour: 'test-fails' } }, {}, 'connection-test-failed'],
    ['the agreement is pending', { hotel: { behaviour: 'agreement-pending' } }, {}, 'ota-setup-incomplete'],
    ['nobody knows the hotel', {}, { hotelId: '19999999' }, 'connection-test-failed'],
    ['it is no hotel id', {}, { hotelId: 'abc' }, 'hotel-id-invalid'],
    ['the property has no rooms', { rooms: [] }, {}, 'property-incomplete'],
    ['the property is not connected', { connected: false }, {}, 'channel-manager-connection-missing'],
    ['the channel manager does not know the property', { known: false }, {}, 'property-incomplete'],
    ['it has no account', { account: false }, {}, 'property-incomplete'],
    ['the hotel shows no room', { hotel: { rooms: [] } }, {}, 'mapping-failed'],
    ['no name fits', { hotel: standardHotel }, {}, 'mapping-failed'],
  ])('says no, with what to do: %s', async (_, spec, change, code) => {
    const property = await storeProperty(spec)
    const { propertyId, hotelId } = { ...property, ...change }
    const answer = await post('test', { propertyId, hotelId })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({
      ok: false,
      code,
      detail: expect.any(String),
      nextAction: expect.any(String),
    })
    await expectNoTrace(property)
  })

  it('names the property that has the hotel, when our own key shows it', async () => {
    const [holder, property] = [await storeProperty(), await storeProperty()]
    await connect(holder)
    const { propertyId } = property
    const { hotelId } = holder
    const { body } = await post('test', { propertyId, hotelId })
    expect(body).toMatchObject({ ok: false, code: 'hotel-connected-elsewhere' })
    expect(body.detail).toContain('to the property Harbour View')
    await expectNoTrace(property)
    expect((await connect({ propertyId, hotelId })).body).toMatchObject({
      code: body.code,
      detail: body.detail,
      nextAction: body.nextAction,
    })
  })

  it('cannot know of a connection through somebody else, and says so', async () => {
    const property = await storeProperty({ hotel: { ...obpHotel, behaviour: 'connected-elsewhere' } })
    const { propertyId, hotelId } = property
    const { body } = await post('test', { propertyId, hotelId })
    expect(body).toEqual({ ok: true, detail: expect.stringContaining('somebody else') })
    expect((await connect(property)).body.code).toBe('hotel-connected-elsewhere')
  })

  it('does not hide that it could not look for other connections', async () => {
    const { propertyId, hotelId } = await storeProperty()
    const list = { vendor: 'channel-manager', method: 'GET', path: '^/channels\\?' } as const
    await sandbox().fault({ ...list, mode: 'status', status: 500 })
    const { body } = await post('test', { propertyId, hotelId })
    expect(body).toEqual({ ok: true, detail: expect.stringContaining('connected elsewhere') })
  })

  it('says that the property is being connected right now', async () => {
    const property = await storeProperty()
    const { propertyId, hotelId } = property
    const attempt = { attemptId: 'a', hotelId, status: 'running', leaseUntil: new Date(Date.now() + 60_000) }
    await db().doc(`connectionAttempts/${propertyId}_booking`).set(attempt)
    const { body } = await post('test', { propertyId, hotelId })
    expect(body).toMatchObject({ ok: false, code: 'connection-in-progress' })
  })

  it('says the same as connect', async () => {
    const property = await storeProperty({ hotel: { ...obpHotel, behaviour: 'agreement-pending' } })
    const { propertyId, hotelId } = property
    const { ok, ...tested } = (await post('test', { propertyId, hotelId })).body
    expect(ok).toBe(false)
    expect((await connect(property)).body).toMatchObject(tested)
  })

  it('says that the channel manager is in trouble', async () => {
    const property = await storeProperty()
    const { propertyId, hotelId } = property
    await sandbox().fault({ vendor: 'channel-manager', mode: 'status', status: 503, path: 'test_connection' })
    const answer = await post('test', { propertyId, hotelId })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ ok: false, code: 'provider-unavailable' })
    await expectNoTrace(property)
  })

  it('does not disturb a property that is connected', async () => {
    const property = await storeProperty()
    await connect(property)
    const { propertyId, hotelId } = property
    expect((await post('test', { propertyId, hotelId })).body).toEqual({
      ok: true,
      detail: 'The property is connected already.',
    })
    await expectConnected(property)
  })

  it('knows who may ask, and what', async () => {
    const property = await storeProperty()
    const { propertyId, hotelId } = property
    const landlord = await signIn({ role: 'landlord' })
    expect((await post('test', { propertyId, hotelId }, landlord)).body.code).toBe('forbidden')
    expect((await post('test', { propertyId })).body.code).toBe('validation-failed')
    const nowhere = { propertyId: uniqueId('nowhere'), hotelId }
    expectProblem(await post('test', nowhere), { status: 404, code: 'property-not-found' })
  })
})
