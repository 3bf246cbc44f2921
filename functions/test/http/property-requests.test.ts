import { beforeAll, describe, expect, it } from 'vitest'
import { storeProperty } from '../support/connection-builders.ts'
import { connect, operations } from '../support/connection-state.ts'
import { call, db, expectProblem, put, uniqueId, update } from '../support/stack.ts'

const ask = async (path: string, method = 'GET') => {
  const { token } = await operations()
  return call(method, `/api/property-requests${path}`, { token })
}
const idsOf = ({ body }: { body: { requests: { id: string }[] } }) => body.requests.map(({ id }) => id)

describe('the list of requests', () => {
  it('has each request with its property, landlord and rejection, newest first', async () => {
    const property = await storeProperty({ requests: ['pending', 'rejected'] })
    const [pending, rejected] = property.requestIds
    const answer = await ask(`?propertyId=${property.propertyId}`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      requests: [
        {
          id: rejected,
          status: 'rejected',
          propertyId: property.propertyId,
          propertyName: 'Harbour View',
          landlordId: property.landlordId,
          landlordName: 'Lars Lindqvist',
          ota: 'booking',
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          rejection: { code: 'mapping-failed', detail: 'An earlier failure.', nextAction: 'Try again.' },
        },
        { id: pending, status: 'pending' },
      ],
      nextCursor: null,
    })
    expect(answer.body.requests[1]).not.toHaveProperty('rejection')
  })

  it('is filtered by status', async () => {
    const property = await storeProperty({ requests: ['pending', 'rejected'] })
    const answer = await ask(`?propertyId=${property.propertyId}&status=pending&ota=booking`)
    expect(idsOf(answer)).toEqual([property.requestIds[0]])
  })

  it('names the hotel of a completed request', async () => {
    const property = await storeProperty()
    await connect(property)
    const { body } = await ask(`?propertyId=${property.propertyId}&status=completed`)
    expect(body.requests).toMatchObject([{ hotelId: property.hotelId, completedAt: expect.any(String) }])
  })

  it('continues by its cursor, with no request twice and undated ones last', async () => {
    const propertyId = uniqueId('paged')
    const batch = db().batch()
    const ids = Array.from({ length: 120 }, () => uniqueId('request'))
    for (const [at, id] of ids.entries()) {
      // Many requests have the same time, a few none.
      const createdAt = at >= 115 ? {} : { createdAt: new Date(1_700_000_000_000 + (at % 7) * 1000) }
      const request = { propertyId, ota: 'booking', status: 'pending', ...createdAt }
      batch.set(db().doc(`connectionRequests/${id}`), request)
    }
    await batch.commit()
    const requests: { id: string; createdAt: string | null }[] = []
    let pages = 0
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const answer = await ask(`?propertyId=${propertyId}${cursor && `&cursor=${cursor}`}`)
      expect(answer.status, answer.text).toBe(200)
      requests.push(...answer.body.requests)
      cursor = answer.body.nextCursor
    }
    expect(pages).toBe(3)
    expect(requests.map(({ id }) => id).sort()).toEqual(ids.sort())
    const times = requests.map(({ createdAt }) => (createdAt === null ? 0 : Date.parse(createdAt)))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(times.slice(-5)).toEqual([0, 0, 0, 0, 0])
    // A request without a property has no landlord's name either.
    expect(requests[0]).toMatchObject({ propertyName: null, landlordId: null, landlordName: null })
  })
})

it('the list refuses a cursor at an impossible place', async () => {
  const id = uniqueId('undated')
  await put(`connectionRequests/${id}`, { propertyId: uniqueId('p'), ota: 'booking', status: 'pending' })
  const cursor = Buffer.from(`dated ${id}`).toString('base64url')
  expect((await ask(`?cursor=${cursor}`)).body).toMatchObject({ status: 400, code: 'validation-failed' })
})

describe('one request', () => {
  let property: Awaited<ReturnType<typeof storeProperty>>
  beforeAll(async () => {
    property = await storeProperty()
  })

  it('shows its property before any attempt', async () => {
    await update(`properties/${property.propertyId}`, { listingUrls: ['https://example.com/a'] })
    const answer = await ask(`/${property.requestId}`)
    expect(answer.body).toMatchObject({
      id: property.requestId,
      property: {
        id: property.propertyId,
        name: 'Harbour View',
        channelManagerConnected: true,
        listingUrls: ['https://example.com/a'],
      },
      attempt: null,
      channel: null,
      price: { plan: 'free', amount: 4900, currency: 'EUR' },
    })
  })

  it('has no price where the terms of the landlord are not known', async () => {
    const { requestId } = await storeProperty({ account: false })
    expect((await ask(`/${requestId}`)).body.price).toBeNull()
  })

  it('shows how connecting went', async () => {
    await connect(property)
    const { body } = await ask(`/${property.requestId}`)
    expect(body).toMatchObject({
      status: 'completed',
      attempt: { status: 'completed', hotelId: property.hotelId, startedAt: expect.any(String) },
      channel: { id: `${property.propertyId}_booking`, status: 'active', hotelId: property.hotelId },
    })
    const steps: { name: string; status: string; at: string }[] = body.attempt.steps
    const names = ['charge', 'create-channel', 'activate']
    expect(steps.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
    expect(steps.every(({ status }) => status === 'done')).toBe(true)
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted())
  })

  it('says why an attempt was rejected', async () => {
    const rejected = await storeProperty({ hotel: { behaviour: 'test-fails' } })
    await connect(rejected)
    const { body } = await ask(`/${rejected.requestId}`)
    expect(body.attempt).toMatchObject({ status: 'rejected', rejection: { code: 'connection-test-failed' } })
    expect(body.rejection).toMatchObject({ code: 'connection-test-failed' })
  })

  it('is not found where there is none', async () => {
    const answer = await ask('/nobody')
    expectProblem(answer, '404 not-found')
    expect(answer.body).toHaveProperty('nextAction')
    expect((await ask('/__odd__')).status).toBe(400)
  })
})

it('a path that takes other methods only names them', async () => {
  const answer = await ask('', 'PUT')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST'])
})
