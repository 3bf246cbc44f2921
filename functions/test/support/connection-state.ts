import { expect } from 'vitest'
import { type ConnectableProperty, sandbox } from './connection-builders.ts'
import { brokenMappingRules } from './lawful-mapping.ts'
import { type Answer, call, type Data, expectProblem, listed, signIn, stored, type User } from './stack.ts'

let operationsUser: Promise<User> | undefined

/** One operations user for a whole file: connecting depends on the role only. */
export const operations = (): Promise<User> => {
  operationsUser ??= signIn({ role: 'operations' })
  return operationsUser
}

export async function post(path: string, body: unknown, user?: User): Promise<Answer> {
  const { token } = user ?? (await operations())
  return call('POST', `/api/integrations/booking/${path}`, { token, body })
}

/** Presses the button that connects. */
export const connect = (
  { propertyId, hotelId }: Pick<ConnectableProperty, 'propertyId' | 'hotelId'>,
  more: object = {},
): Promise<Answer> => post('connect', { propertyId, hotelId, ...more })

/** Everything that a connection leaves behind, here and at the channel manager. */
export async function traces({ propertyId, landlordId, channelManagerId, email }: ConnectableProperty) {
  const [channel, attempt, audits, subscriptions, invoices, emails, items, requests, vendor] =
    await Promise.all([
      stored(`propertyChannels/${propertyId}_booking`),
      stored(`connectionAttempts/${propertyId}_booking`),
      listed('auditLog', 'targetId', propertyId),
      listed('subscriptions', 'propertyId', propertyId),
      listed('invoices', 'landlordId', landlordId),
      listed('emails', 'to', email),
      listed('items', 'propertyId', propertyId),
      listed('connectionRequests', 'propertyId', propertyId),
      sandbox().state('channel-manager'),
    ])
  const channels = vendor.channels
    .filter(({ attributes }: Data) => attributes.properties.includes(channelManagerId))
    .map(({ attributes }: Data) => attributes)
  return { channel, attempt, audits, subscriptions, invoices, emails, items, requests, channels }
}

export type Traces = Awaited<ReturnType<typeof traces>>

/** Mails that SendGrid accepted for an address. */
export async function mailsTo(address: string): Promise<Data[]> {
  const { mails } = await sandbox().state('sendgrid')
  return mails.filter(({ personalizations }: Data) => personalizations[0].to[0].email === address)
}

/** Expects a mapping to keep the channel manager's rules, for what the hotel sells. */
export async function expectLawfulMapping(channel: Data): Promise<void> {
  const { hotels } = await sandbox().state('channel-manager')
  expect(brokenMappingRules(channel, hotels)).toEqual([])
}

/** Expects one active channel here and one there, and nothing else of ours there (I8, I9). */
export async function expectConnected(property: ConnectableProperty): Promise<Traces> {
  const records = await traces(property)
  expect(records.channels).toHaveLength(1)
  expect(records.channels[0]).toMatchObject({ is_active: true, settings: { hotel_id: property.hotelId } })
  await expectLawfulMapping(records.channels[0])
  expect(records.channel).toMatchObject({
    status: 'active',
    hotelId: property.hotelId,
    channelManagerChannelId: records.channels[0].id,
  })
  expect(records.attempt).toMatchObject({ status: 'completed', undo: 'none' })
  for (const id of property.requestIds) expectCompleted(records.requests.find(request => request.id === id))
  expect(records.audits.filter(entry => entry.outcome === 'success')).toHaveLength(1)
  expect(
    records.emails.length + records.items.filter(item => item.kind === 'landlord-email-missing').length,
  ).toBe(1)
  return records
}

/** Expects one connection, subscription, invoice and e-mail, whatever happened before. */
export async function expectOneOfEach(property: ConnectableProperty): Promise<Traces> {
  const records = await expectConnected(property)
  expect(records.subscriptions.map(({ status }) => status)).toEqual(['active'])
  expect({ invoices: records.invoices.length, emails: records.emails.length }).toEqual({
    invoices: 1,
    emails: 1,
  })
  return records
}

export function expectCompleted(request: Data): void {
  expect(request).toMatchObject({ status: 'completed' })
  expect(request.completedAt?.toMillis()).toBeGreaterThan(0)
  expect(request).not.toHaveProperty('rejection')
}

/** Expects nothing left of a failed connection: no channel here or there, no charge, no e-mail or item. */
export async function expectNothingLeft(property: ConnectableProperty): Promise<Traces> {
  const records = await traces(property)
  expect(records.channels).toEqual([])
  expect(records.channel).toBeUndefined()
  expect(records.subscriptions.filter(one => one.status !== 'cancelled')).toEqual([])
  expect({ invoices: records.invoices, emails: records.emails, items: records.items }).toEqual({
    invoices: [],
    emails: [],
    items: [],
  })
  if (records.attempt) expect(records.attempt).toMatchObject({ status: 'rejected', undo: 'none' })
  expect(records.audits.map(entry => entry.outcome)).not.toContain('success')
  return records
}

/** Expects a refusal, and every request of the property rejected in the words of the reply. */
export async function expectRejected(
  property: ConnectableProperty,
  answer: Answer,
  problem: string,
): Promise<Traces> {
  expectProblem(answer, problem)
  const records = await expectNothingLeft(property)
  const { code, detail, nextAction } = answer.body
  expect(records.requests.length).toBe(property.requestIds.length)
  for (const request of records.requests) {
    expect(request).toMatchObject({ status: 'rejected', rejection: { code, detail, nextAction } })
    expect(Object.keys(request.rejection).sort()).toEqual(['at', 'code', 'detail', 'nextAction'])
    expect(request.rejection.at.toMillis()).toBeGreaterThan(Date.now() - 60_000)
    expect(request).not.toHaveProperty('completedAt')
  }
  expectFailureAudit(records, code)
  return records
}

/** Expects a refusal that leaves the requests as they were. */
export async function expectUntouched(
  property: ConnectableProperty,
  answer: Answer,
  problem: string,
): Promise<Traces> {
  expectProblem(answer, problem)
  const records = await expectNothingLeft(property)
  expect(records.requests.map(request => request.status)).toEqual(property.requestIds.map(() => 'pending'))
  for (const request of records.requests) expect(request).not.toHaveProperty('rejection')
  return records
}

export function expectFailureAudit({ audits }: Traces, code: string): void {
  expect(audits).toHaveLength(1)
  expect(audits[0]).toMatchObject({
    action: 'property.connect',
    outcome: 'failure',
    targetType: 'property',
    metadata: { ota: 'booking', error: code },
  })
  expect(audits[0].actorId).toMatch(/^operations-/)
}
