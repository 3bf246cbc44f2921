import fc from 'fast-check'
import type { ChannelRate, OtaRate } from '../../src/lib/connection/channel-manager.ts'

/** A rate of the OTA for two guests, which can be mapped. */
export const otaRate = (more: Partial<OtaRate> = {}): OtaRate => ({
  id: 1,
  title: 'Standard Rate',
  maxPersons: 2,
  occupancies: [1, 2],
  readonly: false,
  derived: false,
  pricing: 'OBP',
  ...more,
})

/** Any line of a channel's mapping; the third rate plan is none of ours. */
export const anyLine: fc.Arbitrary<ChannelRate> = fc.record({
  channelManagerRatePlanId: fc.constantFrom('cm-small-1', 'cm-small-2', 'cm-gone'),
  otaRoomId: fc.integer({ min: 1, max: 3 }),
  otaRateId: fc.constantFrom(1, 2, '304182647A'),
  occupancy: fc.integer({ min: 1, max: 3 }),
  pricingType: fc.constantFrom('OBP', 'Standard'),
  primary: fc.boolean(),
})

/** A line's place; a channel has one line at each. */
export const placeOf = (line: ChannelRate) => `${line.otaRoomId}/${line.otaRateId}/${line.occupancy}`

export const anyLines = fc.uniqueArray(anyLine, { selector: placeOf })
