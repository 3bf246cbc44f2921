import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { eventOf, tellEvents } from '../../../sandbox/src/sendgrid/events.ts'
import { callProject } from '../../../sandbox/src/twilio/callbacks.ts'
import { settings } from '../../src/config.ts'
import type { Context } from '../../src/lib/context.ts'
import { ready } from '../../src/lib/lazy-port.ts'
import { signatureFor } from '../support/billing-signature.ts'
import { db, put, uniqueId } from '../support/stack.ts'
import { sandboxSettings, testContext } from '../support/test-context.ts'
import { serveWebhooks } from '../support/webhook-server.ts'

/** One of each secret; of the mailer both halves of a key. */
interface Values {
  twilio: string
  channelManager: string
  billing: string
  mailer: { publicKey: string; privateKey: string }
}

const values = (name: string): Values => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return {
    twilio: `${name} token`,
    channelManager: `${name} secret`,
    billing: `${name} signing secret`,
    mailer: {
      publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    },
  }
}

let running: Context
const server = await serveWebhooks(() => running)
const names = ['PUBLIC_URL', 'TWILIO_AUTH_TOKEN', 'CHANNEL_MANAGER_WEBHOOK_SECRET', 'BILLING_WEBHOOK_SECRET']
afterAll(() => {
  for (const name of [...names, 'SENDGRID_WEBHOOK_PUBLIC_KEY']) delete process.env[name]
  server.close()
})

/** A context as a deployment with these secrets configures it; the first of each is in use. */
async function deployed(separator: string, ...values: Values[]): Promise<Context> {
  const join = (name: (one: Values) => string) => values.map(name).join(separator)
  Object.assign(process.env, {
    PUBLIC_URL: server.url,
    TWILIO_AUTH_TOKEN: join(({ twilio }) => twilio),
    CHANNEL_MANAGER_WEBHOOK_SECRET: join(({ channelManager }) => channelManager),
    BILLING_WEBHOOK_SECRET: join(({ billing }) => billing),
    SENDGRID_WEBHOOK_PUBLIC_KEY: join(({ mailer }) => mailer.publicKey),
  })
  const {
    publicUrl,
    twilioAuthTokens,
    channelManagerWebhookSecrets,
    billingWebhookSecrets,
    mailerWebhookKeys,
  } = settings
  const read = {
    publicUrl,
    twilioAuthTokens,
    channelManagerWebhookSecrets,
    billingWebhookSecrets,
    mailerWebhookKeys,
  }
  const context = testContext({ firestore: db(), settings: { ...sandboxSettings(), ...read } })
  const { messagingWebhook, channelManagerWebhook, billingWebhook, mailerWebhook } = context
  await ready(messagingWebhook, channelManagerWebhook, billingWebhook, mailerWebhook)
  expect([settings.twilioConfig().authToken, settings.channelManagerWebhook().secret]).toEqual([
    values[0]?.twilio,
    values[0]?.channelManager,
  ])
  return context
}

const invoiceId = uniqueId('invoice')
await put(`invoices/${invoiceId}`, { landlordId: 'l', amount: 1, currency: 'EUR', status: 'open' })

/** The status that each vendor's call with these secrets gets. */
async function calls({ twilio, channelManager, billing, mailer }: Values): Promise<number[]> {
  const json = { 'content-type': 'application/json' }
  const send = (path: string, headers: Record<string, string>, body: string) =>
    fetch(server.url + path, { method: 'POST', headers: { ...json, ...headers }, body })
  const form = { MessageSid: `SM${'0'.repeat(32)}`, MessageStatus: 'delivered' }
  const payload = JSON.stringify({ invoiceId, status: 'paid', at: new Date().toISOString() })
  const event = { event: 'delivered', email: 'a@example.com', emailId: 'none', timestamp: 1 }
  const answers = await Promise.all([
    callProject(twilio, `${server.url}/webhooks/twilio/status`, form),
    send('/webhooks/channel-manager', { 'x-webhook-secret': channelManager }, '{"event":"sync_error"}'),
    send('/webhooks/billing', { 'x-signature': signatureFor(billing, payload, new Date()) }, payload),
  ])
  const mailStatus = await tellEvents(`${server.url}/webhooks/sendgrid`, mailer.privateKey, [eventOf(event)])
  return [...answers.map(({ status }) => status), mailStatus ?? 0]
}

const [success, refused] = [
  [204, 204, 204, 204],
  [403, 403, 403, 403],
]

it.each([',', '\n', ' , '])('secrets change without a refused call, separated by %j', async separator => {
  const [old, next, foreign] = [values('old'), values('new'), values('foreign')]
  // During a step, calls meet instances of this step and of the one before.
  const [oldOnly, both, newOnly] = [
    await deployed(separator, old),
    await deployed(separator, next, old),
    await deployed(separator, next),
  ]
  for (const [instances, senders] of [
    [[oldOnly, both], [old]],
    [[both], [old, next]],
    [[both, newOnly], [next]],
  ] as const)
    for (const instance of instances)
      for (const sender of senders) {
        running = instance
        expect(await calls(sender)).toEqual(success)
        expect(await calls(foreign)).toEqual(refused)
      }
  running = newOnly
  expect(await calls(old)).toEqual(refused)
})
