import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { twilioMedia } from '../../src/adapters/twilio/media.ts'
import { isProviders, mediaUrl } from '../../src/adapters/twilio/media-address.ts'
import { bytesOf } from '../support/files.ts'
import { credentials, expectNoLeak, failure, twilioConfig, useSandbox } from './harness.ts'

const sandbox = useSandbox('twilio')
const source = (more: object = {}) => twilioMedia({ ...twilioConfig(sandbox.vendorUrl()), ...more })

/** A file that a guest sent. */
async function file() {
  const message = { from: '+447700900123', body: '', mediaContentType0: 'image/png', deliver: false }
  await sandbox.control('POST', 'twilio/inbound', message)
  const [stored] = (await sandbox.state('messages')) as { sid: string; media_urls: string[] }[]
  return { url: String(stored?.media_urls[0]), providerMessageId: String(stored?.sid) }
}

describe('a file', () => {
  it('is read where the provider redirects, with the key at the first address only', async () => {
    const opened = await source().open(await file(), 1000)
    if (typeof opened !== 'object') throw new Error(`not opened: ${opened}`)
    expect(opened.contentType).toBe('image/png')
    expect((await bytesOf(opened.bytes)).subarray(1, 4).toString()).toBe('PNG')
    const requests = await sandbox.requests()
    expect(requests.map(({ headers }) => typeof headers.authorization)).toEqual(['string', 'undefined'])
  })

  it('larger than asked for is not read', async () => {
    expect(await source().open(await file(), 10)).toBe('too-large')
  })

  it('is undefined once Twilio has it no longer', async () => {
    const address = await file()
    await sandbox.refuse(404)
    expect(await source().open(address, 1000)).toBeUndefined()
  })

  it.each(['http://127.0.0.1:9/x', 'ftp://example.com/x', 'http://['])(
    'is not followed to %s',
    async location => {
      const address = await file()
      await sandbox.refuse(302, { headers: { location } })
      const error = await failure(source().open(address, 1000))
      expect(error.kind).toBe('unknown')
      expectNoLeak(error, [credentials.twilioAuthToken])
      expect(await sandbox.requests()).toHaveLength(1)
    },
  )

  it('is not followed twice', async () => {
    const address = await file()
    await sandbox.refuse(302, { path: '^/files/', headers: { location: address.url } })
    expect((await failure(source().open(address, 1000))).status).toBe(302)
    expect(await sandbox.requests()).toHaveLength(2)
  })

  it('is given up if it does not come in time', async () => {
    const address = await file()
    await sandbox.fault({ mode: 'timeout' })
    expect(await failure(source({ timeoutMs: 150 }).open(address, 1000))).toMatchObject({
      kind: 'retryable',
      timedOut: true,
    })
  })
})

describe('addresses', () => {
  const provider = { url: 'https://api.twilio.com', accountSid: 'AC1' }
  const sid = `MM${'0'.repeat(32)}`
  const path = `/2010-04-01/Accounts/AC1/Messages/${sid}/Media/ME${'0'.repeat(32)}`
  const of = (url: string, providerMessageId = sid) => ({ url, providerMessageId })

  it('of our messages’ files are fetched, at Twilio or the stand-in for it', () => {
    const address = `https://api.twilio.com${path}`
    expect(mediaUrl(of(address), provider)).toBe(address)
    const standIn = { ...provider, url: 'http://127.0.0.1:1/twilio/' }
    expect(mediaUrl(of(`http://127.0.0.1:1/twilio${path}`), standIn)).toBe(`http://127.0.0.1:1/twilio${path}`)
    expect(mediaUrl(of(address), standIn)).toBe(`http://127.0.0.1:1/twilio${path}`)
  })

  it.each([
    `https://api.twilio.com${path}.json`,
    `https://api.twilio.com${path.replace('AC1', 'AC2')}`,
    'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
    `https://api.twilio.com${path}/../../../../Messages.json`,
    `http://api.twilio.com${path}`,
    `https://api.twilio.com:444${path}`,
    `https://user@api.twilio.com${path}`,
    `https://api.twilio.com.example.com${path}`,
    `//api.twilio.com${path}`,
    path,
    '',
  ])('%s is not fetched', address => expect(mediaUrl(of(address), provider)).toBeUndefined())

  it.each(['', `MM${'1'.repeat(32)}`, sid.replace('MM', 'SM')])(
    'of files of a message other than %j are not fetched',
    other => {
      expect(mediaUrl(of(`https://api.twilio.com${path}`, other), provider)).toBeUndefined()
    },
  )

  it('of another host are never the provider’s', () => {
    const isOurs = (address: string) => isProviders(address, provider)
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), address => {
        expect(isOurs(address)).toBe(new URL(address).origin === 'https://api.twilio.com')
      }),
    )
    expect(isOurs(`https://api.twilio.com${path}`)).toBe(true)
    fc.assert(fc.property(fc.string(), text => void expect(isOurs(text)).toBe(false)))
  })
})
