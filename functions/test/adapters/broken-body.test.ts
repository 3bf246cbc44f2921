import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { algoliaIndex } from '../../src/adapters/algolia/search-index.ts'
import { channelManager } from '../../src/adapters/channel-manager/channel-manager.ts'
import { guestPlatform } from '../../src/adapters/guest-platform/guest-platform.ts'
import { sendgridMailer } from '../../src/adapters/sendgrid/mailer.ts'
import { twilioMessenger } from '../../src/adapters/twilio/messenger.ts'
import type { StoredMessage } from '../../src/lib/chat/message.ts'
import { listen } from '../support/listen.ts'
import { lastMessageOf, searchRecordOf } from '../support/search-records.ts'
import { failure, twilioConfig } from './harness.ts'

const servers: Server[] = []

/** A vendor that answers with the beginning of a body, then misbehaves as given. */
async function vendorWith(misbehave: (response: ServerResponse) => void, status: number): Promise<string> {
  const started = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.write('{"data": {', () => misbehave(response))
    })
  })
  servers.push(started)
  return `http://127.0.0.1:${await listen(started)}/vendor`
}

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Milliseconds: short where the time-out is expected, long where something else must come first. */
const [impatient, patient] = [400, 10_000]
const message = { ...lastMessageOf('b'), threadId: 't', createdAt: new Date() } as StoredMessage

type Call = (url: string, timeoutMs: number) => Promise<unknown>

const messenger = (url: string, timeoutMs: number) => twilioMessenger({ ...twilioConfig(url), timeoutMs })

const calls: [vendor: string, lost: string, call: Call][] = [
  [
    'twilio (send)',
    'unknown',
    (url, timeoutMs) =>
      messenger(url, timeoutMs).send({
        channel: 'sms',
        to: '+1501',
        content: { text: 'x' },
        send: { threadId: 't', messageId: 'm', claimId: 'c' },
      }),
  ],
  [
    'twilio (list)',
    'retryable',
    (url, timeoutMs) => messenger(url, timeoutMs).sentTo('sms', '+1501', new Date(0)),
  ],
  [
    'sendgrid',
    'unknown',
    (url, timeoutMs) =>
      sendgridMailer({
        url,
        apiKey: 'SG.x',
        sender: 'a@b.example',
        templates: { 'ota-listing-live': 'd-1', 'support-message': 'd-2', 'guide-step': 'd-3' },
        timeoutMs,
      }).send({ emailId: 'e', template: 'ota-listing-live', to: 'c@d.example', data: {} }),
  ],
  [
    'algolia',
    'unknown',
    (url, timeoutMs) =>
      algoliaIndex({ url, appId: 'A', apiKey: 'k', index: 'i', timeoutMs }).save(searchRecordOf('t')),
  ],
  [
    'guest-platform',
    'unknown',
    (url, timeoutMs) => guestPlatform({ url, apiKey: 'k', timeoutMs }).putMessage(message),
  ],
  [
    'channel-manager (write)',
    'unknown',
    (url, timeoutMs) => channelManager({ url, apiKey: 'k', timeoutMs }).activate('c'),
  ],
  [
    'channel-manager (read)',
    'retryable',
    (url, timeoutMs) => channelManager({ url, apiKey: 'k', timeoutMs }).groupOf('p'),
  ],
]

const ways: [how: string, misbehave: (response: ServerResponse) => void, timedOut: boolean][] = [
  ['stalls', () => undefined, true],
  [
    'drips for ever',
    response => {
      const drip = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(drip))
    },
    true,
  ],
  ['breaks off', response => response.socket?.resetAndDestroy(), false],
  ['ends too early', response => response.end(), false],
]

describe.concurrent.each([200, 500])('a body of a %i that', status => {
  describe.each(ways)('%s', (how, misbehave, timedOut) => {
    it.each(calls)('%s', async (_, lost, call) => {
      const url = await vendorWith(misbehave, status)
      const kind = how === 'ends too early' && status === 200 ? 'unknown' : lost
      expect(await failure(call(url, timedOut ? impatient : patient))).toMatchObject({ kind, timedOut })
    })
  })
})
