import { type KeyObject, randomBytes, sign } from 'node:crypto'

/**
 * A self-signed X.509 certificate for an RSA key, as PEM: what Google's key endpoint serves. Node signs but cannot
 * issue, so the few DER structures of RFC 5280 are written here.
 */
export function selfSigned(
  publicKey: KeyObject,
  privateKey: KeyObject,
  of = 'securetoken.system.gserviceaccount.com',
): string {
  const name = sequence(set(sequence(oid(commonName), utf8(of))))
  const validity = sequence(time(Date.now() - day), time(Date.now() + 7 * day))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const serial = element(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)]))
  const body = sequence(version3, serial, algorithm, name, validity, name, key)
  const signature = element(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]))
  return pem(sequence(body, algorithm, signature))
}

const day = 86_400_000
const commonName = '550403'
const sha256WithRsa = '2a864886f70d01010b'

/** One DER element: tag, length, content. */
function element(tag: number, content: Buffer): Buffer {
  const length = content.length
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), content])
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content])
}

const sequence = (...elements: Buffer[]): Buffer => element(0x30, Buffer.concat(elements))
const set = (content: Buffer): Buffer => element(0x31, content)
const oid = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'))
const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text))
const algorithm = sequence(oid(sha256WithRsa), element(0x05, Buffer.alloc(0)))
const version3 = element(0xa0, element(0x02, Buffer.of(2)))

/** UTCTime, `YYMMDDHHMMSSZ`. */
const time = (milliseconds: number): Buffer =>
  element(0x17, Buffer.from(`${new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
