import { expect, it } from 'vitest'
import { signatureFor } from '../../../test/support/billing-signature.ts'
import { isSignedBy } from './signature.ts'

const now = new Date('2031-05-01T12:00:00Z')
const clock = { now: () => now }
const body = '{"invoiceId":"i","status":"paid","at":"2031-05-01T11:59:00Z"}'
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const isSigned = (header: string, sent = body, secret = 'secret') =>
  isSignedBy(secret, clock, header, Buffer.from(sent))

it.each([0, -299, 299])('a signature dated %i seconds from now is accepted', seconds => {
  expect(isSigned(signatureFor('secret', body, at(seconds)))).toBe(true)
})

it.each([-302, 302])('a signature dated %i seconds from now is refused', seconds => {
  expect(isSigned(signatureFor('secret', body, at(seconds)))).toBe(false)
})

it('a signature is refused for another body, another secret, another time, and without a secret of ours', () => {
  const header = signatureFor('secret', body, now)
  expect(isSigned(header, body.replace('paid', 'failed'))).toBe(false)
  expect(isSigned(signatureFor('other', body, now))).toBe(false)
  expect(isSigned(header.replace(/t=\d+/, `t=${Math.floor(at(60).getTime() / 1000)}`))).toBe(false)
  expect(isSigned(signatureFor('', body, now), body, '')).toBe(false)
})

it('a signature is found among several, as during a change of the secret', () => {
  const [, ours] = signatureFor('secret', body, now).split(',')
  expect(isSigned(`${signatureFor('old', body, now)},${ours}`)).toBe(true)
})

it.each(['', 't=1', 'v1=ab', 't=,v1=', 't=x,v1=zz', 't=1714564800', `t=${'9'.repeat(40)},v1=00`, ',,==,'])(
  '%j is no signature',
  header => expect(isSigned(header)).toBe(false),
)
