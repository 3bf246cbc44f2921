import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargedBy } from './batch.ts'
import { judgePairs } from './create-batch.ts'

const judged = (...pairs: [propertyId: string, hotelId: string, paymentId?: string][]) =>
  judgePairs(
    'booking',
    pairs.map(([propertyId, hotelId, paymentId]) => ({ propertyId, hotelId, paymentId })),
  ).map(({ state, reason }) => reason?.code ?? state)

describe('pairs', () => {
  it('are tested, equal ones once', () => {
    expect(judged(['a', '1001'], ['b', '1002'], ['a', '1001'])).toEqual([
      ...['testing', 'testing', 'pair-repeated'],
    ])
  })

  it('are all wrong if they contradict each other, since nobody knows which one is meant', () => {
    expect(judged(['a', '1001'], ['a', '1002'], ['b', '1003'])).toEqual([
      ...['property-repeated', 'property-repeated', 'testing'],
    ])
    expect(judged(['a', '1001'], ['b', '1001'])).toEqual(['hotel-repeated', 'hotel-repeated'])
  })

  it('are all wrong if they share a payment; a repeated pair does not count as another', () => {
    expect(judged(['a', '1001', 'p'], ['b', '1002', 'p'], ['c', '1003', 'q'], ['c', '1003', 'q'])).toEqual([
      ...['payment-repeated', 'payment-repeated', 'testing', 'pair-repeated'],
    ])
    expect(judged(['a', '1001'], ['b', '1002'])).toEqual(['testing', 'testing'])
  })

  it('with an invalid id are wrong', () => {
    expect(judged(['no id', '1001'], ['', '1002'], ['c', '0123'], ['d', ''])).toEqual([
      ...['property-not-found', 'property-not-found', 'hotel-id-invalid', 'hotel-id-invalid'],
    ])
  })

  it('with an invalid id contradict no others', () => {
    expect(judged(['a', '1001'], ['a', 'x'], ['no id', '1001'])).toEqual([
      ...['testing', 'hotel-id-invalid', 'property-not-found'],
    ])
  })

  it('have a row each, in their order, and tested rows share no property, hotel or payment', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'not an id', '')
    const hotelId = fc.constantFrom('1001', '1002', '1003', '0', 'x')
    const paymentId = fc.constantFrom('p', 'q', undefined)
    const pair = fc.record({ propertyId: id, hotelId, paymentId })
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 12 }), pairs => {
        const rows = judgePairs('booking', pairs)
        expect(rows.map(row => [row.propertyId, row.hotelId])).toEqual(
          pairs.map(one => [one.propertyId, one.hotelId]),
        )
        const testing = rows.filter(({ state }) => state === 'testing')
        expect(new Set(testing.map(one => one.propertyId)).size).toBe(testing.length)
        expect(new Set(testing.map(one => one.hotelId)).size).toBe(testing.length)
        const payments = testing.flatMap(one => one.paymentId ?? [])
        expect(new Set(payments).size).toBe(payments.length)
        for (const row of rows) expect(row.state === 'wrong').toBe(row.reason !== undefined)
      }),
    )
  })
})

describe('the charge of rows', () => {
  const paid = (amount: number, currency: string, paymentId?: string) => ({
    price: { plan: 'paid' as const, amount, currency },
    paymentId,
  })

  it('is a sum for each currency, of the paid rows with a payment', () => {
    const free = { price: { plan: 'free' as const, amount: 4900, currency: 'EUR' }, paymentId: 'p' }
    expect(
      chargedBy([
        paid(4900, 'EUR', 'p1'),
        paid(100, 'CHF', 'p2'),
        paid(1, 'EUR', 'p3'),
        paid(7, 'EUR'),
        free,
      ]),
    ).toEqual([
      { amount: 100, currency: 'CHF' },
      { amount: 4901, currency: 'EUR' },
    ])
  })
})
