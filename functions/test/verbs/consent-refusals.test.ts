import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { comeBack } from '../../src/lib/connection/consents/come-back.ts'
import type { ConsentDeps } from '../../src/lib/connection/consents/work-on-consent.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { channelManagerFails, sandbox, vendor } from '../support/connection-builders.ts'
import { consentWorld, liveConsent, sell } from '../support/consents.ts'
import { dieAt, type EffectOf } from '../support/intercept.ts'
import { db, uniqueId } from '../support/stack.ts'

await startVerbs()
afterEach(() => sandbox().clearFaults())

const hour = 3_600_000
const price = { amount: 4900, currency: 'EUR' }
const refuses = (code: string) => expect.objectContaining({ code })

describe('a link', () => {
  it('is for properties that are ours, of one landlord and one group', async () => {
    const [world, other] = [await consentWorld(), await consentWorld()]
    const wrong = [...world.propertyIds, ...other.propertyIds]
    await expect(world.ask(world.context, wrong)).rejects.toThrow(refuses('validation-failed'))
    await expect(world.ask(world.context, [uniqueId('none')])).rejects.toThrow(refuses('property-not-found'))
    const elsewhere = db().doc(`properties/${other.propertyIds[0]}`)
    await elsewhere.update({ landlordId: world.landlordId })
    await expect(
      world.ask(world.context, [world.propertyIds[0] ?? '', other.propertyIds[0] ?? '']),
    ).rejects.toThrow(refuses('validation-failed'))
  })

  it('is used once, and only the last one; none stays readable anywhere', async () => {
    const world = await consentWorld()
    const [first, second] = [await world.ask(), await world.ask()]
    expect(second.consentId).toBe(first.consentId)
    const [old, answer] = [await world.host(first.url), await world.host(second.url)]
    expect(await world.back(old)).toBe('link-used')
    const both = await Promise.all([world.back(answer), world.back(answer)])
    expect(both.toSorted()).toEqual(['link-used', undefined])
    expect(await world.back(answer)).toBe('link-used')
    expect(await world.back({ ...answer, token: '' })).toBe('link-used')
    const none = { consentId: 'none', token: answer.token, isSuccess: true, channelId: answer.channelId }
    expect(await comeBack(world.context, none)).toBe('link-used')
    const { docs: audits } = await db().collection('auditLog').where('targetId', '==', world.consentId).get()
    const kept = JSON.stringify([await world.stored(), audits.map(one => one.data()), world.lines])
    for (const { token } of [old, answer]) expect(kept).not.toContain(token)
    expect(kept).not.toContain('oauth-')
  })

  it('ends after two hours', async () => {
    const world = await consentWorld()
    const answer = await world.host((await world.ask()).url)
    world.clock.advance(2 * hour)
    expect(await world.back(answer)).toBe('link-expired')
    expect(await world.view()).toMatchObject({ state: 'expired' })
    expect(await world.grant()).toBeUndefined()
    expect(await world.view()).toMatchObject({ state: 'granted' })
  })

  it.each([{ behaviour: 'refuses' }, { behaviour: 'connected-elsewhere' }])(
    'is refused by a host: %j',
    async more => {
      const world = await consentWorld()
      await world.seedHost(more)
      await world.grant()
      const { state, reason } = await world.view()
      expect({ state, reason }).toMatchObject({
        state: 'refused',
        reason: { code: 'ota-setup-incomplete', nextAction: expect.stringContaining('ask again') },
      })
      for (const at of [0, 1])
        expect(await world.request(at)).toMatchObject({
          status: 'rejected',
          rejection: { code: 'ota-setup-incomplete', detail: reason?.detail, nextAction: reason?.nextAction },
        })
      await world.seedHost()
      await sell(world)
      for (const at of [0, 1]) {
        expect(await world.request(at)).toMatchObject({ status: 'completed' })
        expect(await world.request(at)).not.toHaveProperty('rejection')
      }
    },
  )

  it('takes no channel that a browser makes up', async () => {
    const [world, other] = [await consentWorld(), await liveConsent()]
    const { channelManagerChannelId: foreign } = await other.stored()
    for (const channelId of [randomUUID(), foreign]) {
      const { token } = await world.host((await world.ask()).url)
      await world.back({ token, channelId, isSuccess: true, path: '' })
      expect(await world.view()).toMatchObject({ state: 'refused', listings: null })
      expect(await world.stored()).not.toHaveProperty('channelManagerChannelId')
      expect(await world.request(0)).toMatchObject({
        ...{ status: 'rejected', rejection: { code: 'channel-not-found' } },
      })
    }
  })

  it('takes no fresh channel of another landlord, though it is of the same group', async () => {
    const world = await consentWorld()
    const other = await consentWorld({ groupId: world.groupId })
    const theirs = await other.host((await other.ask()).url)
    const { token } = await world.host((await world.ask()).url)
    await world.back({ ...theirs, token })
    expect(await world.view()).toMatchObject({
      ...{ state: 'refused', listings: null },
      reason: { code: 'channel-not-found', nextAction: expect.stringContaining('title of its channel') },
    })
    await other.back(theirs)
    expect(await other.view()).toMatchObject({ state: 'granted' })
  })

  it('takes a channel whose first answer got lost', async () => {
    const world = await consentWorld()
    await world.host((await world.ask()).url)
    await world.grant()
    expect(await world.view()).toMatchObject({ state: 'granted' })
  })

  it('waits for a channel manager that is away, and says so', async () => {
    const world = await consentWorld()
    const answer = await world.host((await world.ask()).url)
    await channelManagerFails({ method: 'GET', path: '/channels/*', status: 503, times: 1 })
    expect(await world.back(answer)).toBeUndefined()
    expect(await world.view()).toMatchObject({ state: 'checking' })
    await sandbox().clearFaults()
    await world.work()
    expect(await world.view()).toMatchObject({ state: 'granted' })
    await channelManagerFails({ path: '/meta/*', status: 503, times: 9 })
    await expect(world.ask()).rejects.toThrow(refuses('provider-unavailable'))
  })
})

describe('an answer that cannot be read', () => {
  it.each([
    { status: 400, waitMs: 0, state: 'refused' },
    { status: 503, waitMs: 0, state: 'checking' },
    { status: 503, waitMs: hour + 60_000, state: 'refused' },
  ])('is refused where no later try mends it: %j', async ({ status, waitMs, state }) => {
    const world = await consentWorld()
    const answer = await world.host((await world.ask()).url)
    await channelManagerFails({ method: 'GET', path: '/channels/*', status, times: 9 })
    await world.back(answer)
    world.clock.advance(waitMs)
    await world.work().catch(() => undefined)
    expect(await world.view()).toMatchObject({ state })
  })
})

describe('listings', () => {
  it('are mapped once each, by plans of the properties', async () => {
    const world = await consentWorld()
    await expect(world.choose()).rejects.toThrow(refuses('ota-setup-incomplete'))
    await world.grant()
    const [first, second] = world.choices
    if (!first || !second) throw new Error('there are no choices')
    for (const wrong of [
      [first, { ...second, listingId: first.listingId }],
      [first, { ...first, listingId: second.listingId }],
      [{ ...first, propertyId: 'other' }],
      [{ ...first, ratePlanId: 'other' }],
    ])
      await expect(world.choose(wrong)).rejects.toThrow(refuses('validation-failed'))
    await expect(world.activate()).rejects.toThrow(refuses('mapping-failed'))
    await Promise.all([world.choose([first]), world.choose([first])])
    await world.untilMapped()
    await world.choose([{ ...second, listingId: '77' }])
    await world.untilMapped()
    const { mappings } = await world.view()
    expect(mappings.map(({ state }) => state)).toEqual(['mapped', 'failed'])
    await expect(world.activate()).rejects.toThrow(refuses('mapping-failed'))
    await world.choose([])
    await world.activate()
    expect(await world.view()).toMatchObject({ isSold: true, mappings: [{ listingId: first.listingId }] })
    await world.choose([second])
    await world.untilMapped()
    expect(await world.view()).toMatchObject({ state: 'active', isSold: false })
  })

  it('are waited for, and not asked for again', async () => {
    const world = await consentWorld({ mapsAfterMs: 1500 })
    await world.grant()
    await world.choose()
    expect((await world.view()).mappings.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
    await expect(world.activate()).rejects.toThrow(refuses('connection-in-progress'))
    await world.untilMapped()
    expect((await world.view()).mappings.map(({ state }) => state)).toEqual(['mapped', 'mapped', 'mapped'])
  })

  it('that cannot be read leave the rest', async () => {
    const world = await consentWorld()
    await world.grant()
    await channelManagerFails({ method: 'GET', path: '/channels/*', status: 503, times: 9 })
    expect(await world.view()).toMatchObject({
      ...{ state: 'granted', listings: null, listingsProblem: { code: 'provider-unavailable' } },
    })
  })
})

/** Every effect from the host's answer on, each with the number of its call. */
const deaths: [EffectOf<ConsentDeps>, number][] = [
  ['consents.put', 1],
  ['consents.put', 2],
  ['consents.put', 3],
  ['channelManager.mapListing', 1],
  ['channelManager.mapListing', 2],
  ['consents.put', 4],
  ['billing.reserve', 1],
  ['channelManager.activate', 1],
  ['consents.complete', 1],
]

describe('whoever dies', () => {
  it.each(deaths)('after %s, call %i, leaves a connection that is finished', async (effect, call) => {
    const world = await consentWorld({ plan: 'paid' })
    const { url } = await world.ask()
    const answer = await world.host(url)
    const payments = world.propertyIds.map(propertyId => ({ propertyId, paymentId: uniqueId('pay') }))
    const run = async (using = world.context) => {
      await world.back(answer, using)
      await world.choose(world.choices, using)
      await world.untilMapped(using)
      await world.activate({ payments, price }, using)
    }
    await dieAt(world.context as ConsentDeps, { effect, call }, dying =>
      run({ ...world.context, ...dying } as typeof world.context),
    )
    world.clock.advance(2 * 60_000)
    await world.work()
    const { state } = await world.view()
    if (state !== 'active') {
      if ((await world.view()).mappings.length === 0) await world.choose()
      await world.untilMapped()
      await world.activate({ payments, price })
    }
    expect(await world.view()).toMatchObject({ state: 'active' })
    expect((await world.there())?.rate_plans).toHaveLength(3)
    const { docs } = await db().collection('subscriptions').where('landlordId', '==', world.landlordId).get()
    expect(docs.map(one => one.get('status'))).toEqual(['active', 'active'])
    expect(await world.stored()).not.toHaveProperty('dueAt')
  })
})

describe('activating', () => {
  it('is done once, however often', async () => {
    const world = await liveConsent()
    await Promise.all([world.activate(), world.activate()])
    const { docs } = await db()
      .collection('emails')
      .where('to', '==', `${world.landlordId}@example.com`)
      .get()
    expect(docs).toHaveLength(1)
    await expect(world.ask()).rejects.toThrow(refuses('already-connected'))
  })

  it('takes back what it reserved where a payment is not accepted', async () => {
    const [world, paymentId] = [await consentWorld({ plan: 'paid' }), uniqueId('pay')]
    await world.grant()
    await world.choose()
    await world.untilMapped()
    const payments = world.propertyIds.map(propertyId => ({ propertyId, paymentId }))
    await expect(world.activate({ payments, price })).rejects.toThrow(refuses('payment-failed'))
    expect(await world.view()).toMatchObject({ state: 'granted', reason: { code: 'payment-failed' } })
    for (const at of [0, 1])
      expect(await world.request(at)).toMatchObject({
        ...{ status: 'rejected', rejection: { code: 'payment-failed' } },
      })
    const { docs } = await db().collection('subscriptions').where('landlordId', '==', world.landlordId).get()
    expect(docs.filter(one => one.get('status') !== 'cancelled')).toEqual([])
    await world.activate()
    expect(await world.view()).toMatchObject({ state: 'active', reason: null })
    for (const at of [0, 1]) expect(await world.request(at)).toMatchObject({ status: 'completed' })
  })
})

describe('a property that is connected', () => {
  it('keeps its requests where a renewal is refused', async () => {
    const world = await liveConsent()
    const { channelManagerChannelId: id } = await world.stored()
    const { propertyId } = world.properties[0] ?? {}
    const request = { propertyId, ota: world.ota, status: 'pending', createdAt: new Date() }
    const { id: pending } = await db().collection('connectionRequests').add(request)
    await vendor('PUT', `/channels/${id}`, { channel: { title: 'By hand' } })
    await world.seedHost({ behaviour: 'refuses' })
    await world.grant()
    expect(await world.view()).toMatchObject({ state: 'active', reason: { code: 'ota-setup-incomplete' } })
    expect((await db().doc(`connectionRequests/${pending}`).get()).get('status')).toBe('pending')
  })
})

describe('a mapping that somebody took away', () => {
  it('stops the activation, and comes back where it is chosen again', async () => {
    const world = await consentWorld()
    await world.grant()
    await world.choose()
    await world.untilMapped()
    const [line] = (await world.there())?.rate_plans ?? []
    const { channelManagerChannelId: id } = await world.stored()
    await vendor('DELETE', `/channels/${id}/mappings/${line.id}`)
    await expect(world.activate()).rejects.toThrow(refuses('mapping-failed'))
    expect((await world.view()).mappings.filter(({ state }) => state === 'failed')).toHaveLength(1)
    await world.choose()
    await world.untilMapped()
    await world.activate()
    expect(await world.view()).toMatchObject({ state: 'active', isSold: true })
    expect((await world.there())?.rate_plans).toHaveLength(3)
  })
})
