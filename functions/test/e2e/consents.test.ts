import { expect, it } from 'vitest'
import { storeProperty } from '../support/connection-builders.ts'
import { listingIds } from '../support/consents.ts'
import { sandboxAt } from '../support/sandbox.ts'
import { call, fromStack, signIn, sweep, uniqueId } from '../support/stack.ts'

const { token } = await signIn({ role: 'operations' })
const connect = '/api/integrations/airbnb/connect'
const post = (path: string, body?: object, by = token) =>
  call('POST', path, { token: by, ...(body && { body }) })

it('is asked for by operations alone, of properties', async () => {
  const { propertyId } = await storeProperty({ requests: [] })
  const { token: others } = await signIn({ role: 'support' })
  expect((await post(connect, { propertyId }, others)).status).toBe(403)
  for (const body of [{}, { propertyIds: [] }, { propertyId, hotelId: '1' }, { propertyIds: ['../'] }])
    expect((await post(connect, body)).status).toBe(400)
  expect((await post('/api/integrations/airbnb/test', { propertyId, hotelId: '1' })).status).toBe(400)
  expect((await post('/api/integrations/booking/connect', { propertyIds: [propertyId] })).status).toBe(400)
  expect((await call('GET', '/api/consents/none', { token })).status).toBe(404)
})

it('leads the host back to its page, and the property to the OTA', async () => {
  const { propertyId } = await storeProperty({ requests: [] })
  const [host, [listingId = '']] = [uniqueId('host'), listingIds()]
  const hosts = [{ id: host, mapsAfterMs: 0, listings: [{ id: listingId, title: 'Loft' }] }]
  await sandboxAt(fromStack('SANDBOX_URL')).seed({ hosts })
  const asked = await post(connect, { propertyId })
  expect(asked.status).toBe(200)
  const { url, consentId } = asked.body
  const sent = await fetch(`${url}?host=${host}`, { redirect: 'manual' })
  const back = new URL(sent.headers.get('location') ?? '')
  const answer = await call('GET', back.pathname + back.search)
  expect([answer.status, new URL(answer.headers.get('location') ?? '').pathname]).toEqual([
    ...[302, `/connections/${consentId}/answered`],
  ])
  const again = await call('GET', back.pathname + back.search)
  expect(again.headers.get('location')).toMatch(/\?answer=link-used$/)
  const read = await call('GET', `/api/consents/${consentId}`, { token })
  expect(read.body).toMatchObject({ state: 'granted', listings: [{ listingId }] })
  const { ratePlanId } = read.body.ratePlans[0]
  const body = { mappings: [{ listingId, propertyId, ratePlanId }] }
  const path = `/api/consents/${consentId}/mappings`
  expect((await call('PUT', path, { token, body })).status).toBe(200)
  const activate = async () => {
    await sweep('workdue')
    return (await post(path.replace('mappings', 'activate'))).status
  }
  // It is looked at again ten seconds after it was asked for.
  await expect.poll(activate, { timeout: 60_000, interval: 5000 }).toBe(200)
  expect((await call('GET', `/api/consents/${consentId}`, { token })).body.state).toBe('active')
}, 100_000)
