import { afterAll, expect, it } from 'vitest'
import { sandboxCredentials } from '../../../sandbox/src/index.ts'
import { callProject } from '../../../sandbox/src/twilio/callbacks.ts'
import type { Context } from '../../src/lib/context.ts'
import { namesOf } from '../../src/lib/record-of.ts'
import { webhooks } from '../../src/lib/webhooks/webhooks.ts'
import { uniquePhone } from '../support/builders.ts'
import { newSid } from '../support/inbound.ts'
import { memoryLog } from '../support/memory-log.ts'
import { sandboxSettings, testContext } from '../support/test-context.ts'
import { serveWebhooks } from '../support/webhook-server.ts'
import { ownProjects } from '../support/world.ts'

let running: Context
const server = await serveWebhooks(() => running)
afterAll(() => server.close())
const ownProject = ownProjects()

const tellEvent = (event: object) =>
  fetch(`${server.url}/webhooks/channel-manager`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-secret': sandboxCredentials.channelManagerWebhookSecret,
    },
    body: JSON.stringify(event),
  })
const tellTwilio = (path: string, form: Record<string, string>) =>
  callProject(sandboxCredentials.twilioAuthToken, `${server.url}/webhooks/twilio/${path}`, form)

const calls: Record<keyof typeof webhooks, () => Promise<unknown>> = {
  bookings: () => tellEvent({ event: 'booking_new', property_id: 'unknown' }),
  'ota-messages': () => tellEvent({ event: 'message', property_id: 'unknown' }),
  'message-status': () => tellTwilio('status', { MessageSid: newSid(), MessageStatus: 'delivered' }),
  'inbound-messages': () =>
    tellTwilio('inbound', { MessageSid: newSid(), From: uniquePhone(), Body: 'Hello' }),
}

it.each(namesOf(webhooks))('a call that brings %s closes the item of its webhook alone', async name => {
  const { db } = ownProject()
  const settings = { ...sandboxSettings({ sandboxUrl: 'http://127.0.0.1:9' }), publicUrl: () => server.url }
  running = testContext({ firestore: db, settings })
  for (const one of namesOf(webhooks)) await running.webhookItems.missed(one, new Date(0))
  const open = async () =>
    (await db.collection('items').where('status', '==', 'open').get()).docs.map(({ id }) => id)
  const all = namesOf(webhooks).map(one => `webhook-silent_${one}`)
  expect(new Set(await open())).toEqual(new Set(all))
  await calls[name]()
  expect(new Set(await open())).toEqual(new Set(all.filter(id => id !== `webhook-silent_${name}`)))
})

it.each([{}, { event: null }, { event: 5, property_id: 'unknown' }, { property_id: 'unknown', payload: {} }])(
  'a test call, %j, is taken and does nothing',
  async call => {
    const { db } = ownProject()
    const log = memoryLog([])
    const settings = sandboxSettings({ sandboxUrl: 'http://127.0.0.1:9' })
    running = { ...testContext({ firestore: db, settings }), log }
    expect((await tellEvent(call)).status).toBe(204)
    expect(log.fields).toContainEqual({ event: 'none' })
    expect(await db.listCollections()).toEqual([])
  },
)
