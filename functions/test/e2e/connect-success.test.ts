import { expect, it, vi } from 'vitest'
import { sandbox, storeProperty } from '../support/connection-builders.ts'
import { connect, expectConnected, mailsTo, operations } from '../support/connection-state.ts'
import { call, uniqueId } from '../support/stack.ts'

it('connecting answers, stores, audits and tells the landlord what the specification says', async () => {
  const property = await storeProperty()
  const listingUrl = 'https://www.booking.com/hotel/gb/harbour-view.html'
  const { uid, token } = await operations()
  const { propertyId, hotelId, requestId, email } = property
  const headers = { 'User-Agent': 'dashboard/1.0', 'X-Forwarded-For': '203.0.113.7' }
  const body = { propertyId, hotelId, listingUrl }
  const answer = await call('POST', '/api/integrations/booking/connect', { token, headers, body })
  expect(answer.status, answer.text).toBe(201)
  const { channel, channels, audits } = await expectConnected(property)
  const { rooms, ratePlans, summary } = answer.body.mapping
  const common = { propertyId, ota: 'booking', hotelId }
  const channelId = `${propertyId}_booking`
  expect(answer.body).toMatchObject({
    ...common,
    status: 'completed',
    channelId,
    channelManagerChannelId: channels[0].id,
    requestIds: [requestId],
    subscriptionId: null,
    replayed: false,
    redirectTo: `/properties/${propertyId}/channels/${channelId}`,
  })
  expect(summary).toEqual({ mapped: 2, total: 2, needsReview: 0 })
  const stored = { currency: 'EUR', mapping: { rooms, ratePlans }, mappingStatus: 'initial', listingUrl }
  expect(channel).toMatchObject({ ...common, ...stored })
  expect(audits).toMatchObject([
    {
      action: 'property.connect',
      outcome: 'success',
      actorId: uid,
      targetType: 'property',
      metadata: { ota: 'booking', hotelId },
      userAgent: 'dashboard/1.0',
      ipAddress: '203.0.113.7',
    },
  ])
  for (const at of [audits[0].at, channel.createdAt])
    expect(at.toMillis()).toBeGreaterThan(Date.now() - 60_000)

  await vi.waitFor(
    async () => expect((await expectConnected(property)).emails[0]?.status).toBe('sent'),
    10_000,
  )
  const mails = await mailsTo(email)
  expect(mails).toMatchObject([{ template_id: 'd-ota-listing-live', personalizations: { length: 1 } }])
  const [personalization] = mails[0].personalizations
  expect(personalization).toMatchObject({
    to: [{ email }],
    dynamic_template_data: {
      landlordName: 'Lars Lindqvist',
      propertyName: 'Harbour View',
      ota: 'Booking.com',
      hotelId,
      link: expect.stringMatching(
        new RegExp(`^https://landlords\\.example/open\\?property=${propertyId}&channel=.+&thread=$`),
      ),
    },
  })
})

it('an invoice is paid by a signed call of the billing side, and not before', async () => {
  const property = await storeProperty({ plan: 'paid' })
  await connect(property, { paymentId: uniqueId('pay') })
  const statuses = async () => (await expectConnected(property)).invoices.map(({ status }) => status)
  const [{ id: invoiceId }] = (await expectConnected(property)).invoices
  const tell = async (more: object) =>
    (await sandbox().confirmInvoice({ invoiceId, status: 'paid', ...more })).status
  expect([await tell({ secret: 'a guess' }), await statuses()]).toEqual([403, ['open']])
  expect([await tell({}), await tell({}), await statuses()]).toEqual([204, 204, ['paid']])
  expect([await tell({ invoiceId: uniqueId('invoice') }), await tell({ invoiceId: 'a/b' })]).toEqual([
    404, 400,
  ])
})
