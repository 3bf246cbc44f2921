import fc from 'fast-check'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { describe, expect, it } from 'vitest'
import { isValidTwilioSignature } from '../../src/adapters/twilio/webhook.ts'

const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const params = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+12349013030',
  Digits: '1234',
  From: '+12349013030',
  To: '+18005551212',
}
const signature = '0/KCTR6DLpKmkAf8muzZqo1nDgQ='

describe('isValidTwilioSignature', () => {
  it("accepts the vendor's published example", () => {
    expect(isValidTwilioSignature('12345', signature, url, params)).toBe(true)
  })

  it('does not care about the order of the keys', () => {
    const reversed = Object.fromEntries(Object.entries(params).toReversed())
    expect(isValidTwilioSignature('12345', signature, url, reversed)).toBe(true)
  })

  it('leaves out the fragment, which configures retries', () => {
    expect(isValidTwilioSignature('12345', signature, `${url}#rc=3&rp=all`, params)).toBe(true)
  })

  it.each([
    ['another token', '12346', signature, url, params],
    ['another URL', '12345', signature, 'https://mycompany.com/myapp.php?foo=1&bar=3', params],
    ['a changed value', '12345', signature, url, { ...params, Digits: '1235' }],
    ['one more value', '12345', signature, url, { ...params, Extra: '' }],
    ['a value less', '12345', signature, url, { CallSid: params.CallSid }],
    ['a cut signature', '12345', signature.slice(0, -2), url, params],
    ['an empty signature', '12345', '', url, params],
    ['no signature', '12345', undefined, url, params],
    ['no URL', '12345', signature, '', params],
    ['something else than a URL', '12345', signature, 'not a url', params],
  ] as const)('refuses %s', (_what, token, given, at, values) => {
    expect(isValidTwilioSignature(token, given, at, values)).toBe(false)
  })

  it('refuses everything as long as there is no token', () => {
    const forged = getExpectedTwilioSignature('', url, params)
    expect(isValidTwilioSignature('', forged, url, params)).toBe(false)
  })

  it("agrees with the vendor's SDK, repeated keys included", () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string(), { minLength: 1 }))
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.dictionary(fc.string(), value), (token, values) => {
        const expected = getExpectedTwilioSignature(token, url, values)
        expect(isValidTwilioSignature(token, expected, url, values)).toBe(true)
        expect(isValidTwilioSignature(`${token}x`, expected, url, values)).toBe(false)
      }),
    )
  })

  it('never throws', () => {
    const anything = fc.dictionary(fc.string(), fc.anything({ withNullPrototype: true, withBigInt: true }))
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), anything, (token, given, at, values) => {
        expect(isValidTwilioSignature(token, given, at, values)).toBe(false)
      }),
    )
  })
})
