import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/lib/actor.ts'
import { askConnection, withdrawRequest } from '../../src/lib/connection/requests/ask-connection.ts'
import { actorOf, startVerbs } from '../support/chat-deps.ts'
import { listed, put, uniqueId, update } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'

const { db } = startVerbs()
const context = testContext({ firestore: db })

/** A landlord's property, and the input that asks for its connection. */
async function owned() {
  const landlord = actorOf('landlord')
  const propertyId = uniqueId('property')
  await put(`properties/${propertyId}`, { name: 'Casa', landlordId: landlord.uid })
  return { landlord, propertyId, about: { propertyId, ota: 'booking' as const } }
}

const requestsOf = (propertyId: string) => listed('connectionRequests', 'propertyId', propertyId)
const auditedOf = async (requestId: string) =>
  (await listed('auditLog', 'targetId', requestId)).map(entry => entry.action).toSorted()

const askers = ['operations', 'landlord'] as const
const askerOf = (role: (typeof askers)[number], landlord: Actor) =>
  role === 'landlord' ? landlord : actorOf(role)

describe.each(askers)('a connection that %s ask for', role => {
  it('is one pending request, even when asked for several times at once', async () => {
    const { landlord, propertyId, about } = await owned()
    const actor = askerOf(role, landlord)
    const answers = await Promise.all([1, 2, 3].map(() => askConnection(context, actor, about)))
    const [{ requestId } = { requestId: '' }] = answers
    expect(new Set(answers.map(one => one.requestId)).size).toBe(1)
    const stored = await requestsOf(propertyId)
    expect(stored).toMatchObject([{ propertyId, ota: 'booking', status: 'pending', askedBy: actor.uid }])
    expect(await askConnection(context, actor, about)).toEqual({ requestId })
    expect(await requestsOf(propertyId)).toEqual(stored)
    expect(await auditedOf(requestId)).toEqual(['request.ask'])
  })

  it('is the request that is already pending, even if written by hand', async () => {
    const { landlord, propertyId, about } = await owned()
    const requestId = uniqueId('by-hand')
    await put(`connectionRequests/${requestId}`, { ...about, status: 'pending' })
    expect(await askConnection(context, askerOf(role, landlord), about)).toEqual({ requestId })
    expect(await requestsOf(propertyId)).toHaveLength(1)
  })

  it('is pending again, without the reason, when asked for after a rejection', async () => {
    const { landlord, propertyId, about } = await owned()
    const actor = askerOf(role, landlord)
    const { requestId } = await askConnection(context, actor, about)
    await update(`connectionRequests/${requestId}`, {
      status: 'rejected',
      rejection: { code: 'x' },
      expireAt: new Date(),
    })
    await askConnection(context, actor, about)
    expect((await requestsOf(propertyId)).map(one => Object.keys(one).toSorted())).toEqual([
      ['askedBy', 'createdAt', 'id', 'ota', 'propertyId', 'status'],
    ])
  })

  it('is the unchanged request that waits for the OTA to accept, if there is one', async () => {
    const { landlord, propertyId, about } = await owned()
    const actor = askerOf(role, landlord)
    const { requestId } = await askConnection(context, actor, about)
    const since = new Date()
    const waitingFor = { code: 'ota-setup-incomplete', since, until: new Date(since.getTime() + 1e6) }
    await update(`connectionRequests/${requestId}`, { status: 'rejected', waitingFor })
    const stored = await requestsOf(propertyId)
    expect(await askConnection(context, actor, about)).toEqual({ requestId })
    expect(await requestsOf(propertyId)).toEqual(stored)
  })

  it('keeps its sent guide steps when asked for after a rejection', async () => {
    const { landlord, about } = await owned()
    const actor = askerOf(role, landlord)
    const { requestId } = await askConnection(context, actor, about)
    const sentSteps = [{ step: 'searchName', at: new Date(), by: 'olivia', language: 'de', emailId: 'e' }]
    await update(`connectionRequests/${requestId}`, { status: 'rejected', sentSteps })
    await askConnection(context, actor, about)
    const again = (await db.doc(`connectionRequests/${requestId}`).get()).data()
    expect(again).toMatchObject({ status: 'pending', sentSteps: [{ step: 'searchName', emailId: 'e' }] })
  })

  it('is withdrawn once when two withdraw it at once', async () => {
    const { landlord, propertyId, about } = await owned()
    const actor = askerOf(role, landlord)
    const { requestId } = await askConnection(context, actor, about)
    const ends = await Promise.allSettled([1, 2].map(() => withdrawRequest(context, actor, requestId)))
    expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await requestsOf(propertyId)).toEqual([])
    await expect(withdrawRequest(context, actor, requestId)).rejects.toMatchObject({ code: 'not-found' })
    expect(await auditedOf(requestId)).toContain('request.take-back')
  })

  it.each([
    ['while it is being connected', 'connection-in-progress', { attempt: 'running' }],
    ['once it is completed', 'already-connected', { request: 'completed' }],
  ] as const)('is not withdrawn %s', async (_, code, { attempt, request }: Record<string, string>) => {
    const { landlord, propertyId, about } = await owned()
    const actor = askerOf(role, landlord)
    const { requestId } = await askConnection(context, actor, about)
    if (attempt) await put(`connectionAttempts/${propertyId}_booking`, { status: attempt })
    if (request) await update(`connectionRequests/${requestId}`, { status: request })
    await expect(withdrawRequest(context, actor, requestId)).rejects.toMatchObject({ code })
    expect(await requestsOf(propertyId)).toHaveLength(1)
  })

  it('is refused for a connected and for a missing property', async () => {
    const { landlord, propertyId, about } = await owned()
    const actor = askerOf(role, landlord)
    const nowhere = { ...about, propertyId: uniqueId('none') }
    await expect(askConnection(context, actor, nowhere)).rejects.toMatchObject({ code: 'property-not-found' })
    await put(`propertyChannels/${propertyId}_booking`, { status: 'active' })
    await expect(askConnection(context, actor, about)).rejects.toMatchObject({ code: 'already-connected' })
    expect(await requestsOf(propertyId)).toEqual([])
  })
})

it('another landlord can neither ask for the connection of a property nor withdraw its request', async () => {
  const { landlord, propertyId, about } = await owned()
  const { requestId } = await askConnection(context, landlord, about)
  const other = actorOf('landlord')
  await expect(askConnection(context, other, about)).rejects.toMatchObject({ code: 'property-not-found' })
  await expect(withdrawRequest(context, other, requestId)).rejects.toMatchObject({ code: 'not-found' })
  expect(await requestsOf(propertyId)).toHaveLength(1)
})
