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
interface Signed {
  token: string
  signature: string | undefined
  at: string
  values: Record<string, string>
}
/** The vendor's published example. */
const example: Signed = { token: '12345', signature: '0/KCTR6DLpKmkAf8muzZqo1nDgQ=', at: url, values: params }

const isValid = (changes: Partial<Signed>) => {
  const { token, signature, at, values } = { ...example, ...changes }
  return isValidTwilioSignature(token, signature, at, values)
}

describe('isValidTwilioSignature', () => {
  it.each<[string, Partial<Signed>]>([
    ["the vendor's published example", {}],
    ['keys in any order', { values: Object.fromEntries(Object.entries(params).toReversed()) }],
    ['a fragment, which configures retries', { at: `${url}#rc=3&rp=all` }],
  ])('accepts %s', (_, changes) => {
    expect(isValid(changes)).toBe(true)
  })

  it.each<[string, Partial<Signed>]>([
    ['another token', { token: '12346' }],
    ['another URL', { at: 'https://mycompany.com/myapp.php?foo=1&bar=3' }],
    ['a changed value', { values: { ...params, Digits: '1235' } }],
    ['one more value', { values: { ...params, Extra: '' } }],
    ['a value less', { values: { CallSid: params.CallSid } }],
    ['a cut signature', { signature: example.signature?.slice(0, -2) }],
    ['an empty signature', { signature: '' }],
    ['no signature', { signature: undefined }],
    ['no URL', { at: '' }],
    ['something else than a URL', { at: 'not a url' }],
    [
      'anything as long as there is no token',
      { token: '', signature: getExpectedTwilioSignature('', url, params) },
    ],
  ])('refuses %s', (_, changes) => {
    expect(isValid(changes)).toBe(false)
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
