import { afterEach, describe, expect, it } from 'vitest'
import {
  channelManagerFails,
  obpHotel,
  type PropertySpec,
  sandbox,
  standardHotel,
  storeProperty,
} from '../support/connection-builders.ts'
import { connect, expectConnected, post, traces } from '../support/connection-state.ts'
import { expectProblem, put, uniqueId } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

const test = ({ propertyId, hotelId }: { propertyId: string; hotelId?: string }) =>
  post('test', { propertyId, hotelId })

/** Checks that nothing has happened. */
async function expectNoTrace(property: Awaited<ReturnType<typeof storeProperty>>) {
  const { requests, attempt, channel, channels, audits, emails } = await traces(property)
  expect(requests.map(({ status }) => status)).toEqual(['pending'])
  expect([attempt, channel]).toEqual([undefined, undefined])
  expect({ channels, audits, emails }).toEqual({ channels: [], audits: [], emails: [] })
}

describe('testing a property id', () => {
  it('says yes, and does nothing', async () => {
    const property = await storeProperty()
    const answer = await test(property)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ ok: true, detail: expect.stringContaining('connected elsewhere') })
    await expectNoTrace(property)
  })

  it.each<[string, PropertySpec, { hotelId?: string }, string]>([
    ['the test fails', { hotel: { behaviour: 'test-fails' } }, {}, 'connection-test-failed'],
    ['the agreement is pending', { hotel: { behaviour: 'agreement-pending' } }, {}, 'ota-setup-incomplete'],
    ['nobody knows the hotel', {}, { hotelId: '19999999' }, 'connection-test-failed'],
    ['it is no hotel id', {}, { hotelId: 'abc' }, 'hotel-id-invalid'],
    ['the property has no rooms', { rooms: [] }, {}, 'property-incomplete'],
    ['the property is not connected', { connected: false }, {}, 'channel-manager-connection-missing'],
    ['the channel manager does not know the property', { isAtManager: false }, {}, 'property-incomplete'],
    ['it has no account', { account: false }, {}, 'property-incomplete'],
    ['the hotel shows no room', { hotel: { rooms: [] } }, {}, 'mapping-failed'],
    ['no name fits', { hotel: standardHotel }, {}, 'mapping-failed'],
  ])('says no, with what to do: %s', async (_, spec, change, code) => {
    const property = await storeProperty(spec)
    const answer = await test({ ...property, ...change })
    expect(answer.status, answer.text).toBe(200)
    const wording = { detail: expect.any(String), nextAction: expect.any(String) }
    const { toChoose, ...body } = answer.body
    expect(toChoose === undefined).toBe(spec.hotel !== standardHotel)
    expect(body).toEqual({ ok: false, code, ...wording })
    await expectNoTrace(property)
  })

  it('names the property that has the hotel, when our own key shows it', async () => {
    const [holder, property] = [await storeProperty(), await storeProperty()]
    await connect(holder)
    const input = { ...property, hotelId: holder.hotelId }
    const { body } = await test(input)
    expect(body).toMatchObject({ ok: false, code: 'hotel-connected-elsewhere' })
    expect(body.detail).toContain('to the property Harbour View')
    await expectNoTrace(property)
    const { code, detail, nextAction } = body
    expect((await connect(input)).body).toMatchObject({ code, detail, nextAction })
  })

  it('cannot know of a connection through somebody else, and says so', async () => {
    const property = await storeProperty({ hotel: { ...obpHotel, behaviour: 'connected-elsewhere' } })
    const { body } = await test(property)
    expect(body).toMatchObject({ ok: true, detail: expect.stringContaining('connected elsewhere') })
    expect((await connect(property)).body.code).toBe('hotel-connected-elsewhere')
  })

  it('says that the property is being connected right now', async () => {
    const property = await storeProperty()
    const { propertyId, hotelId } = property
    const attempt = { attemptId: 'a', hotelId, status: 'running', leaseUntil: new Date(Date.now() + 60_000) }
    await put(`connectionAttempts/${propertyId}_booking`, attempt)
    const { body } = await test(property)
    expect(body).toMatchObject({ ok: false, code: 'connection-in-progress' })
  })

  it('says that the channel manager is in trouble', async () => {
    const property = await storeProperty()
    await channelManagerFails({ status: 503, path: 'test_connection' })
    const answer = await test(property)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ ok: false, code: 'provider-unavailable' })
    await expectNoTrace(property)
  })

  it('rejects the requests that connecting would take when the caller asks for it', async () => {
    const hotel = { ...obpHotel, behaviour: 'test-fails' as const }
    const property = await storeProperty({ hotel, requests: ['pending', 'pending', 'rejected', 'rejected'] })
    const { propertyId, hotelId } = property
    const [first, second, older, newest] = property.requestIds
    const { status, body } = await post('test', { propertyId, hotelId, reject: true })
    const { code, detail, nextAction } = body
    expect([status, code]).toEqual([200, 'connection-test-failed'])
    const { attempt, requests, audits } = await traces(property)
    const rejectionOf = (id = '') => requests.find(request => request.id === id)?.rejection
    for (const id of [first, second, newest])
      expect(rejectionOf(id)).toEqual({ code, detail, nextAction, at: expect.anything() })
    expect(rejectionOf(older)).toMatchObject({ code: 'mapping-failed' })
    expect(attempt).toBeUndefined()
    expect(audits).toMatchObject([{ action: 'property.test', outcome: 'failure', metadata: { error: code } }])
  })

  it('does not disturb a property that is connected', async () => {
    const property = await storeProperty()
    await connect(property)
    const reply = { ok: true, detail: 'The property is connected already.' }
    expect((await test(property)).body).toEqual(reply)
    await expectConnected(property)
  })

  it('refuses a missing hotel id and an unknown property', async () => {
    const property = await storeProperty()
    expect((await test({ propertyId: property.propertyId })).body.code).toBe('validation-failed')
    const nowhere = { ...property, propertyId: uniqueId('nowhere') }
    expectProblem(await test(nowhere), '404 property-not-found')
  })
})
