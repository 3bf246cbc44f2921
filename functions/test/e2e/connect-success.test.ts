import { describe, expect, it, vi } from 'vitest'
import { storeProperty } from '../support/connection-builders.ts'
import {
  connect,
  expectCompleted,
  expectConnected,
  mailsTo,
  operations,
} from '../support/connection-state.ts'
import { call, db } from '../support/stack.ts'

/** The fields of a reply, in the order of the alphabet. */
const fieldsOf = (reply: object): string => Object.keys(reply).sort().join(' ')
const replyFields =
  'channelId channelManagerChannelId hotelId mapping ota propertyId redirectTo replayed requestIds status subscriptionId'
const lineFields = 'needsReview occupancy otaRateId otaRateName otaRoomId primary ratePlanId reasons score'

describe('connecting a property', () => {
  it('replies what the contract says, and nothing else', async () => {
    const property = await storeProperty()
    const { propertyId, hotelId, requestId } = property
    const answer = await connect(property)

    expect(answer.status, answer.text).toBe(201)
    const { channels } = await expectConnected(property)
    expect(fieldsOf(answer.body)).toBe(replyFields)
    expect(answer.body).toMatchObject({
      status: 'completed',
      propertyId,
      ota: 'booking',
      hotelId,
      channelId: `${propertyId}_booking`,
      channelManagerChannelId: channels[0].id,
      requestIds: [requestId],
      subscriptionId: null,
      redirectTo: `/properties/${propertyId}/channels/${propertyId}_booking`,
      replayed: false,
    })
    const { rooms, ratePlans, summary } = answer.body.mapping
    expect(fieldsOf(answer.body.mapping)).toBe('ratePlans rooms summary')
    for (const room of rooms)
      expect(fieldsOf(room)).toBe('needsReview otaRoomId otaRoomName reasons roomId score')
    for (const row of ratePlans) expect(fieldsOf(row)).toBe(lineFields)
    expect(summary).toEqual({ mapped: 2, total: 2, needsReview: 0 })
  })

  it('stores the property channel, the listing URL included, and audits who did it, from where', async () => {
    const property = await storeProperty()
    const listingUrl = 'https://www.booking.com/hotel/gb/harbour-view.html'
    const { uid, token } = await operations()
    const { propertyId, hotelId } = property
    const headers = { 'User-Agent': 'dashboard/1.0', 'X-Forwarded-For': '203.0.113.7' }
    const body = { propertyId, hotelId, listingUrl }
    const answer = await call('POST', '/api/integrations/booking/connect', { token, headers, body })
    expect(answer.status, answer.text).toBe(201)
    const { channel, audits } = await expectConnected(property)
    expect(channel).toMatchObject({
      currency: 'EUR',
      propertyId,
      ota: 'booking',
      mapping: { rooms: answer.body.mapping.rooms, ratePlans: answer.body.mapping.ratePlans },
      mappingStatus: 'initial',
      listingUrl,
    })
    expect(channel.createdAt.toMillis()).toBeGreaterThan(Date.now() - 60_000)
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
    expect(audits[0].at.toMillis()).toBeGreaterThan(Date.now() - 60_000)
  })

  it('tells the landlord once', async () => {
    const property = await storeProperty()
    await connect(property)
    await vi.waitFor(
      async () => expect((await expectConnected(property)).emails[0]?.status).toBe('sent'),
      10_000,
    )
    const mails = await mailsTo(property.email)
    expect(mails).toHaveLength(1)
    expect(mails[0].template_id).toBe('d-ota-listing-live')
    const [told, ...others] = mails[0].personalizations
    expect([told.to, others]).toEqual([[{ email: property.email }], []])
    expect(told.dynamic_template_data).toMatchObject({
      landlordName: 'Lars Lindqvist',
      propertyName: 'Harbour View',
      ota: 'Booking.com',
      hotelId: property.hotelId,
      link: expect.stringMatching(
        new RegExp(`^https://landlords\\.example/open\\?property=${property.propertyId}&channel=.+&thread=$`),
      ),
    })
  })
})

describe('the requests that a connection answers', () => {
  it('completes all pending ones and the latest rejected one, and no other', async () => {
    const other = await storeProperty()
    const property = await storeProperty({ requests: ['pending', 'pending', 'rejected', 'rejected'] })
    const [first, second, older, newest] = property.requestIds
    const answer = await connect(property)
    expect(answer.status, answer.text).toBe(201)
    expect(new Set(answer.body.requestIds)).toEqual(new Set([first, second, newest]))
    const requests = await db().getAll(...property.requestIds.map(id => db().doc(`connectionRequests/${id}`)))
    const byId = new Map(requests.map(request => [request.id, request.data()]))
    for (const id of [first, second, newest]) expectCompleted(byId.get(id ?? ''))
    expect(byId.get(older ?? '')).toMatchObject({ status: 'rejected', rejection: { code: 'mapping-failed' } })
    const request = await db().doc(`connectionRequests/${other.requestId}`).get()
    expect(request.get('status')).toBe('pending')
  })
})
