import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPairs } from './pairs.ts'

describe('a pasted text', () => {
  it.each([
    ['tabs', 'a\t1001\nb\t1002'],
    ['commas', 'a,1001\r\nb, 1002\r\n'],
    ['semicolons, quotes and a heading', '\uFEFFProperty;Hotel ID\n"a";"1001"\n\n"b";"1002";'],
  ])('with %s gives pairs', (_, text) => {
    expect(readPairs(text).pairs).toEqual([
      { propertyId: 'a', hotelId: '1001' },
      { propertyId: 'b', hotelId: '1002' },
    ])
  })

  it('may name payments', () => {
    expect(readPairs('a\t1001\tpay-1').pairs).toEqual([
      { propertyId: 'a', hotelId: '1001', paymentId: 'pay-1' },
    ])
  })

  it('says which lines it does not understand', () => {
    expect(readPairs('a,1001\nonly\n\nx,1,2,3\n,1002')).toEqual({
      pairs: [{ propertyId: 'a', hotelId: '1001' }],
      hasHead: false,
      others: [2, 4, 5],
    })
  })

  it('is read back as it was written, whatever the separator', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/)
    const hotelId = fc.integer({ min: 1000, max: 9_999_999 }).map(String)
    const pairs = fc.array(fc.record({ propertyId: id, hotelId }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(pairs, fc.constantFrom('\t', ';', ',', ' ; '), (written, separator) => {
        const text = written.map(one => `${one.propertyId}${separator}${one.hotelId}`).join('\n')
        expect(readPairs(text)).toEqual({ pairs: written, hasHead: false, others: [] })
      }),
    )
  })
})
