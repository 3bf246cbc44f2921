import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { algoliaThreadIndex } from '../../src/adapters/algolia/thread-index.ts'
import { channelManager } from '../../src/adapters/channel-manager/channel-manager.ts'
import { guestPlatform } from '../../src/adapters/guest-platform/guest-platform.ts'
import { sendgridMailer } from '../../src/adapters/sendgrid/mailer.ts'
import { twilioMessenger } from '../../src/adapters/twilio/messenger.ts'
import type { StoredMessage } from '../../src/lib/chat/message.ts'
import { listen } from '../support/listen.ts'
import { lastMessageOf, searchRecordOf } from '../support/search-records.ts'
import { credentials, failure } from './harness.ts'

const servers: Server[] = []

/** A vendor that answers with the beginning of a body, then does what it is told. */
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

/** Milliseconds: short where the time-out is waited for, long where something else is to come first. */
const [impatient, patient] = [400, 10_000]
const message = { ...lastMessageOf('b'), threadId: 't', createdAt: new Date() } as StoredMessage

const messenger = (url: string, timeoutMs: number) =>
  twilioMessenger({
    url,
    accountSid: credentials.twilioAccountSid,
    authToken: 'token',
    chatappSender: '+1500',
    smsSender: '+1500',
    publicUrl: '',
    templates: {},
    timeoutMs,
  })

const calls: { vendor: string; lost: string; call: (url: string, timeoutMs: number) => Promise<unknown> }[] =
  [
    {
      vendor: 'twilio (send)',
      lost: 'unknown',
      call: (url, timeoutMs) =>
        messenger(url, timeoutMs).send({
          channel: 'sms',
          to: '+1501',
          content: { text: 'x' },
          send: { threadId: 't', messageId: 'm', claimId: 'c' },
        }),
    },
    {
      vendor: 'twilio (list)',
      lost: 'retryable',
      call: (url, timeoutMs) => messenger(url, timeoutMs).sentTo('sms', '+1501', new Date(0)),
    },
    {
      vendor: 'sendgrid',
      lost: 'unknown',
      call: (url, timeoutMs) =>
        sendgridMailer({
          url,
          apiKey: 'SG.x',
          sender: 'a@b.example',
          templates: { 'ota-listing-live': 'd-1', 'support-message': 'd-2', 'guide-step': 'd-3' },
          timeoutMs,
        }).send({ emailId: 'e', template: 'ota-listing-live', to: 'c@d.example', data: {} }),
    },
    {
      vendor: 'algolia',
      lost: 'unknown',
      call: (url, timeoutMs) =>
        algoliaThreadIndex({ url, appId: 'A', apiKey: 'k', index: 'i', timeoutMs }).save(searchRecordOf('t')),
    },
    {
      vendor: 'guest-platform',
      lost: 'unknown',
      call: (url, timeoutMs) => guestPlatform({ url, apiKey: 'k', timeoutMs }).putMessage(message),
    },
    {
      vendor: 'channel-manager (write)',
      lost: 'unknown',
      call: (url, timeoutMs) => channelManager({ url, apiKey: 'k', timeoutMs }).activate('c'),
    },
    {
      vendor: 'channel-manager (read)',
      lost: 'retryable',
      call: (url, timeoutMs) => channelManager({ url, apiKey: 'k', timeoutMs }).groupOf('p'),
    },
  ]

describe.concurrent.each([200, 500])('a body of a %i that', status => {
  it.each(calls)('stalls: $vendor', async ({ call, lost }) => {
    const url = await vendorWith(() => undefined, status)
    expect(await failure(call(url, impatient))).toMatchObject({ kind: lost, timedOut: true })
  })

  it.each(calls)('drips for ever: $vendor', async ({ call, lost }) => {
    const url = await vendorWith(response => {
      const drip = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(drip))
    }, status)
    expect(await failure(call(url, impatient))).toMatchObject({ kind: lost, timedOut: true })
  })

  it.each(calls)('breaks off: $vendor', async ({ call, lost }) => {
    const url = await vendorWith(response => response.socket?.resetAndDestroy(), status)
    expect(await failure(call(url, patient))).toMatchObject({ kind: lost, timedOut: false })
  })

  it.each(calls)('ends too early: $vendor', async ({ call, lost }) => {
    const url = await vendorWith(response => response.end(), status)
    const { kind, timedOut } = await failure(call(url, patient))
    expect({ kind, timedOut }).toEqual({ kind: status === 200 ? 'unknown' : lost, timedOut: false })
  })
})
