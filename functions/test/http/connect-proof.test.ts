import { FieldValue } from 'firebase-admin/firestore'
import { describe, expect, it, vi } from 'vitest'
import { sandbox } from '../support/chat.ts'
import { type ConnectableProperty, storeProperty, vendor } from '../support/connection-builders.ts'
import { connect } from '../support/connection-state.ts'
import { call, type Data, fromStack, signIn, stored, sweep, update } from '../support/stack.ts'

const operations = await signIn({ role: 'operations' })

const channelOf = ({ propertyId }: ConnectableProperty) => stored(`propertyChannels/${propertyId}_booking`)
const itemOf = ({ propertyId }: ConnectableProperty, kind: string) =>
  stored(`items/${kind}_${propertyId}_booking`)
async function ourWebhooks(): Promise<Data[]> {
  const response = await change('GET', '/webhooks?pagination[limit]=100')
  const { data }: Data = await response.json()
  const url = `${fromStack('API_URL')}/webhooks/channel-manager`
  return data.filter(({ attributes }: Data) => attributes.callback_url === url)
}

async function change(method: string, path: string): Promise<Response> {
  const response = await vendor(method, path)
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
  return response
}

/** Connects a property; returns it once it is proven live. */
async function connected() {
  const property = await storeProperty()
  const { status, text, body } = await connect(property)
  expect(status, text).toBe(201)
  await sweep('workdue')
  expect((await channelOf(property)).verdict).toBeDefined()
  expect(await ourWebhooks()).toHaveLength(1)
  return { property, channel: body.channelManagerChannelId as string }
}

describe('a new connection', () => {
  it('gets the first result of the OTA, and one webhook of ours', async () => {
    const { property } = await connected()
    expect(await channelOf(property)).toMatchObject({ version: 1, verdict: { result: 'success' } })
    await sweep('watchchannels')
    expect(await ourWebhooks()).toHaveLength(1)
  })
})

describe('drift', () => {
  it('is found by the next run after the channel manager reports it', async () => {
    const { property, channel } = await connected()
    await change('POST', `/channels/${channel}/deactivate`)
    await vi.waitFor(async () => expect((await channelOf(property)).lookAt).toBeDefined(), 10_000)
    await sweep('workdue')
    expect(await itemOf(property, 'channel-off')).toMatchObject({ status: 'open' })
    expect((await channelOf(property)).lookAt).toBeUndefined()
    const resolved = await call('POST', `/api/items/channel-off_${property.propertyId}_booking/resolve`, {
      token: operations.token,
    })
    expect(resolved.status).toBe(204)
    expect((await channelOf(property)).lookAt).toBeDefined()
  })

  it('is looked for after any event of the property', async () => {
    const { property } = await connected()
    await sweep('workdue')
    for (const event of ['new_channel', 'disconnect_listing', 'property_removal_warning']) {
      await update(`propertyChannels/${property.propertyId}_booking`, { lookAt: FieldValue.delete() })
      const answer = await sandbox().announce({ event, propertyId: property.channelManagerId })
      expect(answer.status).toBe(204)
      expect((await channelOf(property)).lookAt, event).toBeDefined()
    }
  })
})
