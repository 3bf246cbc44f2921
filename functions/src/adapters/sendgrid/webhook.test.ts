import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isEventSignature, meaningOf } from './webhook.ts'

const pair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const [{ publicKey, privateKey }, other] = [pair(), pair()]
const shown = (key: typeof publicKey) => key.export({ format: 'der', type: 'spki' }).toString('base64')

const now = new Date('2031-05-01T12:00:00Z')
const body = Buffer.from('[{"event":"bounce"}]\r\n')
const seconds = (offset: number) => String(now.getTime() / 1000 + offset)
const call = (timestamp = seconds(0)) => ({
  body,
  timestamp,
  signature: sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), privateKey).toString('base64'),
})
const isSigned = (sent: Parameters<typeof isEventSignature>[2], keys = [shown(publicKey)]) =>
  isEventSignature(keys, { now: () => now }, sent)

describe("the signature of the mailer's events", () => {
  it.each([0, -86_400, 290])('is accepted when dated %i seconds from now', offset => {
    expect(isSigned(call(seconds(offset)))).toBe(true)
  })

  it.each([-90_001, 301])('is refused when dated %i seconds from now', offset => {
    expect(isSigned(call(seconds(offset)))).toBe(false)
  })

  it('is refused for another body, time or key, and while we have no key', () => {
    expect(isSigned({ ...call(), body: Buffer.from('[]') })).toBe(false)
    expect(isSigned({ ...call(), body: undefined })).toBe(false)
    expect(isSigned({ ...call(), timestamp: seconds(-1) })).toBe(false)
    expect(isSigned(call(), [shown(other.publicKey)])).toBe(false)
    expect(isSigned(call(), [])).toBe(false)
  })

  it.each(['', 'no signature', 'AAAA', '\u0000'])('%j is no signature', signature => {
    expect(isSigned({ ...call(), signature })).toBe(false)
  })

  it('is checked against each of two keys', () => {
    expect(isSigned(call(), [shown(other.publicKey), shown(publicKey)])).toBe(true)
  })

  it('with an invalid key of ours throws an error that names the setting', () => {
    expect(() => isSigned(call(), ['no key'])).toThrow('SENDGRID_WEBHOOK_PUBLIC_KEY')
  })
})

it.each([
  ['Bounced Address', 'bounces'],
  ['Spam Reporting Address', 'spam-reports'],
  ['Unsubscribed Address', 'unsubscribes'],
  ['Invalid', 'invalid-addresses'],
  ['Recipient List over Package Quota', undefined],
  [undefined, undefined],
])('an e-mail dropped for %j concerns the suppression list %s', (reason, suppression) => {
  expect(meaningOf('dropped', reason)).toEqual({ fate: 'dropped', ...(suppression && { suppression }) })
})

it.each(['open', 'click', 'group_unsubscribe', '', '__proto__', 'constructor'])(
  'the event %j is ignored',
  event => {
    expect(meaningOf(event, undefined)).toBeUndefined()
  },
)
