import { expect, it } from 'vitest'
import { connectionResult, replayedResult } from './attempt/completion.ts'
import { storedPropertyChannel } from './channels/property-channel.ts'
import type { Mapping } from './model.ts'
import type { Completion } from './ports.ts'

const target = { propertyId: 'harbour', ota: 'booking' as const }
const row = {
  otaRoomId: 1,
  otaRateId: 2,
  otaRateName: 'Standard',
  score: 1,
  reasons: ['same name'],
  needsReview: false,
}
const mapping: Mapping = {
  rooms: [],
  ratePlans: [
    { ...row, ratePlanId: 'plan', occupancy: 1, primary: false },
    { ...row, ratePlanId: 'plan', occupancy: 2, primary: true },
    { ...row, otaRateId: 3, ratePlanId: null, occupancy: null, primary: false, needsReview: true },
  ],
}

const completion: Completion = {
  facts: {
    ...target,
    attemptId: 'attempt',
    hotelId: '5868189',
    channelManagerPropertyId: 'p',
    landlordId: 'lars',
    requestIds: [],
  },
  channelManagerChannelId: 'channel',
  mapping,
  offer: {},
  at: new Date(0),
}

it('is the reply of the contract', () => {
  expect(connectionResult(completion, ['request'])).toEqual({
    status: 'completed',
    ...target,
    hotelId: '5868189',
    channelId: 'harbour_booking',
    channelManagerChannelId: 'channel',
    requestIds: ['request'],
    subscriptionId: null,
    mapping: { ...mapping, summary: { mapped: 1, total: 2, needsReview: 1 } },
    redirectTo: '/properties/harbour/channels/harbour_booking/mapping',
    replayed: false,
  })
})

it('names the subscription', () => {
  const subscription = { id: 'subscription', amount: 4900, currency: 'EUR' }
  expect(connectionResult({ ...completion, subscription }, []).subscriptionId).toBe('subscription')
})

it('is the same when replayed from the stored channel, with the requests closed by the replay', () => {
  const channel = storedPropertyChannel.parse({
    ...target,
    status: 'active',
    hotelId: '5868189',
    channelManagerChannelId: 'channel',
    mapping,
    requestIds: ['request'],
  })
  expect(replayedResult(target, channel, [])).toEqual({
    ...connectionResult(completion, ['request']),
    replayed: true,
  })
  expect(replayedResult(target, channel, ['request', 'late']).requestIds).toEqual(['request', 'late'])
})
