import { expect, it } from 'vitest'
import { calendarReply, offerReply } from './replies.ts'

const offered = (rateIds: 'number' | 'text', id: unknown) => {
  const rate = { id, title: 'Standard', readonly: false }
  const rooms = [{ id: 1, title: 'Double', rates: [rate] }]
  const { data } = offerReply({ rateIds }).safeParse({ data: { pricing_type: 'Standard', rooms } })
  return data?.rooms[0]?.rates[0]?.id
}

it.each([null, undefined, '', false, [], {}, '1.5', 'A'])('a rate whose number is %j cannot be read', id => {
  expect(offered('number', id)).toBeUndefined()
})

it.each([null, undefined, '', false, [], {}])('a rate whose text is %j cannot be read', id => {
  expect(offered('text', id)).toBeUndefined()
})

it('an id has the type that the OTA uses', () => {
  expect([offered('number', 15011), offered('number', '15011')]).toEqual([15011, 15011])
  expect([offered('text', '304182647A'), offered('text', 304182647)]).toEqual(['304182647A', '304182647'])
})

it.each([
  [
    { availability: 1, rate: '90.00', stop_sell: true },
    { availability: 1, rate: 90, stopSell: true },
  ],
  [{ availability: 1 }, { availability: 1, rate: null, stopSell: false }],
  [
    { availability: 1, rate: null, stop_sell: null },
    { availability: 1, rate: null, stopSell: false },
  ],
  [{ rate: 90, stop_sell: false }, undefined],
  [{ availability: 1, rate: 90, stop_sell: 'odd' }, undefined],
])('the night %j is %j', (night, answer) => {
  const { data } = calendarReply.safeParse({ data: { plan: { '2031-05-01': night } } })
  expect(data?.get('plan')?.get('2031-05-01')).toEqual(answer)
})
