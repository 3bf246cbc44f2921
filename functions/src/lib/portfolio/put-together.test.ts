import { expect, it } from 'vitest'
import { isRowFor, putTogether } from './put-together.ts'
import type { Sources } from './sources.ts'

const at = (day: number) => new Date(Date.UTC(2031, 0, day))
const channel = (fields: object = {}) => ({
  ota: 'booking' as const,
  status: 'active',
  hotelId: '4711',
  requestIds: ['r'],
  mapping: { rooms: [], ratePlans: [] },
  ...fields,
})
const request = (status: string, fields: object = {}) => ({
  id: 'r',
  propertyId: 'p',
  ota: 'booking',
  status,
  createdAt: at(2),
  ...fields,
})
const sources = (fields: Partial<Sources> = {}): Sources => ({
  propertyId: 'p',
  versions: [],
  property: { name: 'Casa Ñandú', landlordId: 'lena' },
  landlordName: 'Lena Fischer',
  channels: new Map(),
  requests: [],
  items: [],
  ...fields,
})
const withChannel = (fields: object = {}) => ({ channels: new Map([['p_booking', channel(fields)]]) })
const ended = (day: number) => withChannel({ status: 'disconnected', disconnectedAt: at(day) })
const waitingFor = { reason: 'acceptance', until: at(20) }
const item = (kind: string, fields: object = {}) => ({ kind, ...fields })
const together = (fields: Partial<Sources>) => putTogether(sources(fields))
const rowsOf = (fields: Partial<Sources>) => together(fields).entry?.rows ?? []

it.each<[string, Partial<Sources>]>([
  ['connected', withChannel()],
  ['inactive', withChannel({ notSelling: 'off' })],
  // The state follows the channel's `notSelling`, not its items.
  ['connected', { ...withChannel(), items: [item('channel-off', { channelId: 'p_booking' })] }],
  ['disconnecting', withChannel({ status: 'disconnecting' })],
  ['disconnected', ended(3)],
  ['disconnected', { ...ended(3), requests: [request('rejected')] }],
  ['rejected', { ...ended(1), requests: [request('rejected')] }],
  ['requested', { ...ended(3), requests: [request('pending')] }],
  ['requested', { requests: [request('pending')] }],
  ['rejected', { requests: [request('rejected')] }],
  ['waiting', { requests: [request('rejected', { waitingFor })] }],
  ['rejected', { requests: [request('completed', { id: 'old', createdAt: at(1) }), request('rejected')] }],
  ['connected', { ...withChannel(), requests: [request('pending')] }],
  ['none', {}],
])('how a property stands with an OTA: %s', (state, fields) => {
  expect(rowsOf(fields).map(row => row.state)).toEqual([state])
})

it("gives a channel the OTA's verdict, and counts its open items and the lines to review", () => {
  const line = {
    otaRoomId: 1,
    otaRateId: 1,
    otaRateName: 'Standard',
    ratePlanId: null,
    occupancy: 2,
    primary: true,
  }
  const doubtful = { ...line, score: 0.4, reasons: [], needsReview: true }
  const live = withChannel({
    verdict: { result: 'failure', detail: 'It is closed.', at: at(4) },
    mapping: { rooms: [], ratePlans: [doubtful] },
  })
  const items = [
    item('ota-sync-failed', { channelId: 'p_booking' }),
    item('property-removal'),
    item('ota-sync-failed', { channelId: 'p_other', ota: 'other' }),
    item('deadline-missed'),
  ]
  expect(rowsOf({ ...live, items, requests: [request('completed')] })).toEqual([
    {
      ota: 'booking',
      hotelId: '4711',
      channelId: 'p_booking',
      requestId: 'r',
      state: 'connected',
      verdict: { result: 'failure', at: at(4) },
      openItems: 2,
      needsReview: 1,
    },
  ])
})

it('gives a disconnected channel no verdict, and nothing to review', () => {
  const ended = {
    status: 'disconnected',
    verdict: { result: 'failure', at: at(4) },
  }
  expect(rowsOf(withChannel(ended))).toMatchObject([{ verdict: null, needsReview: 0 }])
})

it('has a row for each OTA of a channel or request, even one that we do not know', () => {
  expect(
    rowsOf({ ...withChannel(), requests: [request('pending', { id: 'x', ota: 'elsewhere' })] }),
  ).toMatchObject([
    { ota: 'booking', state: 'connected' },
    { ota: 'elsewhere', state: 'requested', requestId: 'x' },
  ])
})

it('makes no entry where nothing is stored, but one for a channel left without its property', () => {
  expect(together({ property: undefined }).entry).toBeUndefined()
  expect(together({ property: undefined, ...withChannel() }).entry).toMatchObject({
    propertyName: 'p',
    landlordId: null,
    rows: [{ state: 'connected' }],
  })
})

it('finds a request by the hotel that it names, else by the hotel of its channel', () => {
  const keysOf = (fields: Partial<Sources>) => together(fields).requests.get('r')?.keys
  expect(keysOf({ requests: [request('pending', { hotelId: '99' })] })).toContain('99')
  expect(keysOf({ ...withChannel(), requests: [request('completed')] })).toContain('4711')
})

it('filters rows, not properties', () => {
  const [booking, other] = rowsOf({ ...withChannel(), requests: [request('pending', { ota: 'other' })] })
  if (!booking || !other) throw new Error('a row is missing')
  expect(isRowFor(booking, { state: 'connected', ota: 'booking' })).toBe(true)
  expect(isRowFor(other, { state: 'connected' })).toBe(false)
  expect(isRowFor(booking, { needs: ['items'] })).toBe(false)
})
