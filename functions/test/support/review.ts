import { expect } from 'vitest'
import { type ConnectableProperty, type PropertySpec, sandbox, storeProperty } from './connection-builders.ts'
import { connect, operations, traces } from './connection-state.ts'
import { type Answer, call, type Data, db, stored, type User } from './stack.ts'

export const channelIdOf = ({ propertyId }: { propertyId: string }): string => `${propertyId}_booking`

const channelPath = (property: { propertyId: string }): string =>
  `/api/properties/${property.propertyId}/channels/${channelIdOf(property)}`

export async function ask(method: string, path: string, body?: unknown, user?: User): Promise<Answer> {
  const { token } = user ?? (await operations())
  return call(method, path, { token, body })
}

/** A property that is live. */
export async function connected(spec: PropertySpec = {}): Promise<ConnectableProperty> {
  const property = await storeProperty(spec)
  const answer = await connect(
    property,
    spec.plan === 'paid' ? { paymentId: `pay-${property.propertyId}` } : {},
  )
  expect(answer.status, answer.text).toBe(201)
  return property
}

/** The mapping as the page gets it. */
export async function readMapping(property: { propertyId: string }): Promise<Data> {
  const answer = await ask('GET', `${channelPath(property)}/mapping`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** The page's request for a mapping that it has read. */
export const sendable = ({ version, mapping: { rooms, ratePlans } }: Data): Data =>
  structuredClone({ version, rooms, ratePlans, finalize: false })

export const putMapping = (property: { propertyId: string }, body: unknown): Promise<Answer> =>
  ask('PUT', `${channelPath(property)}/mapping`, body)

export const disconnect = (property: { propertyId: string }, query = ''): Promise<Answer> =>
  ask('DELETE', `${channelPath(property)}${query}`)

/** The lines of the channel at the channel manager, without their own ids. */
export async function linesThere(property: ConnectableProperty): Promise<Data[]> {
  const { channels } = await traces(property)
  expect(channels).toHaveLength(1)
  return channels[0].rate_plans.map(({ rate_plan_id, settings }: Data) => ({ rate_plan_id, ...settings }))
}

/** All calls of a method to a path at the channel manager. */
export const callsTo = async (method: string, path: string): Promise<Data[]> =>
  (await sandbox().requests('channel-manager')).filter(one => one.method === method && one.path === path)

export const channelOf = (property: { propertyId: string }): Promise<Data> =>
  stored(`propertyChannels/${channelIdOf(property)}`)

/** The channel's entries in the audit log. */
export async function channelAudits(property: { propertyId: string }): Promise<Data[]> {
  const found = await db().collection('auditLog').where('targetId', '==', channelIdOf(property)).get()
  return found.docs.map(one => one.data())
}
