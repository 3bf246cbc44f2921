import { expect, it } from 'vitest'
import { reportOf } from './report.ts'

const heads = {
  property: 'property',
  name: 'name',
  hotelId: 'id',
  status: 'status',
  reason: 'reason',
  next: 'next',
  mapped: 'mapped',
  total: 'total',
  toMap: 'to look at',
  charge: 'charge',
  currency: 'currency',
}

it('the report has the outcome of each row, as text and never as a formula', () => {
  const rows = [
    {
      propertyId: 'a',
      hotelId: '1001',
      propertyName: 'Mill, "old"',
      state: 'connected' as const,
      mapping: { mapped: 2, total: 3, needsReview: 1 },
      charge: { amount: 4900, currency: 'EUR' },
    },
    {
      propertyId: '=1+1',
      hotelId: 'x',
      state: 'wrong' as const,
      reason: { code: 'property-not-found', detail: 'No id.', nextAction: 'Copy it.' },
    },
    {
      propertyId: 'c',
      hotelId: '1003',
      state: 'chosen' as const,
      charge: { amount: 4900, currency: 'JPY' },
    },
  ]
  expect(reportOf(rows, heads, status => status).split('\r\n')).toEqual([
    'property,name,id,status,reason,next,mapped,total,to look at,charge,currency',
    'a,"Mill, ""old""",1001,connected,,,2,3,1,49.00,EUR',
    "'=1+1,,x,wrong,No id.,Copy it.,,,,,",
    'c,,1003,chosen,,,,,,4900,JPY',
    '',
  ])
})
