import { afterEach, expect, it } from 'vitest'
import { channelIdOf } from '../../src/lib/connection/attempt/completion.ts'
import { disconnectChannel } from '../../src/lib/connection/channels/disconnect-channel.ts'
import { ProviderError } from '../../src/lib/errors.ts'
import { startVerbs } from '../support/chat-deps.ts'
import { channelManagerFails, sandbox } from '../support/connection-builders.ts'
import { type ConsentWorld, consentWorld } from '../support/consents.ts'
import { intercepted } from '../support/intercept.ts'
import { type Data, db } from '../support/stack.ts'

await startVerbs()
afterEach(() => sandbox().clearFaults())

async function mapped(spec: Parameters<typeof consentWorld>[0] = {}) {
  const world = await consentWorld(spec)
  await world.grant()
  await world.choose()
  await world.untilMapped()
  return world
}
const loadsOf = async (world: ConsentWorld): Promise<string[]> => {
  const { docs } = await db().collection('auditLog').where('targetId', 'in', world.propertyIds).get()
  return docs
    .map((one): Data => one.data())
    .filter(({ action, outcome }) => action === 'property.load-reservations' && outcome === 'success')
    .map(({ targetId }) => targetId)
    .toSorted()
}

it('reservations that could not be loaded are loaded later, and the others at once', async () => {
  const world = await mapped()
  const [first = '', second = ''] = world.propertyIds
  const failing = intercepted(world.context, 'reservations.channel', original => async (...args) => {
    if (args[0] === channelIdOf({ propertyId: first, ota: world.ota })) throw new Error('out of reach')
    return original(...args)
  })
  await world.activate({}, failing)
  expect(await loadsOf(world)).toEqual([second])
  expect(await world.stored()).toMatchObject({ toLoad: { propertyIds: [first] }, dueAt: expect.anything() })
  await world.work()
  expect(await loadsOf(world)).toEqual([first, second].toSorted())
  expect(await world.stored()).not.toHaveProperty('toLoad')
  expect(await world.stored()).not.toHaveProperty('dueAt')
})

it('reservations are not tried for longer than an hour', async () => {
  const world = await mapped()
  const failing = intercepted(world.context, 'reservations.channel', () => async () => {
    throw new Error('out of reach')
  })
  await world.activate({}, failing)
  expect(await world.stored()).toHaveProperty('toLoad')
  world.clock.advance(3_700_000)
  await world.work(failing)
  expect(await world.stored()).not.toHaveProperty('toLoad')
  for (const at of [0, 1]) {
    const items = await db().collection('items').where('channelId', '==', world.channelIdOf(at)).get()
    expect(items.docs.map(one => one.get('kind'))).toContain('connection-finished')
  }
})

it('a property whose reservations take all the time of a run is last in the next', async () => {
  const world = await mapped()
  const slow = intercepted(world.context, 'reservations.channel', original => async (...args) => {
    const { toLoad } = await world.stored()
    if (args[0] !== channelIdOf({ propertyId: toLoad.propertyIds[0], ota: world.ota }))
      return original(...args)
    world.clock.advance(21_000)
    throw new Error('out of reach')
  })
  await world.activate({}, slow)
  const { toLoad } = await world.stored()
  expect(toLoad.propertyIds).toHaveLength(2)
  const [next, last] = toLoad.propertyIds
  expect(toLoad.tries).toMatchObject([{ propertyId: last }])
  await world.work()
  expect(await loadsOf(world)).toEqual([next, last].toSorted())
  expect(await world.stored()).not.toHaveProperty('toLoad')
})

it('reservations are loaded of a property that is sold already and gets another listing', async () => {
  const world = await mapped({ properties: 1 })
  await db()
    .doc(`consents/${world.consentId}`)
    .update({ mappings: (await world.stored()).mappings.slice(0, 1) })
  await world.activate()
  expect(await loadsOf(world)).toHaveLength(1)
  await world.choose()
  await world.untilMapped()
  await world.activate()
  expect(await loadsOf(world)).toHaveLength(2)
})

it('bookings that waited for a listing are settled where it is mapped later', async () => {
  const world = await consentWorld({ properties: 1 })
  const [propertyId = ''] = world.propertyIds
  const pull = async (): Promise<Data> => (await db().doc(`reservationPulls/${propertyId}`).get()).data()
  await world.grant()
  await world.choose(world.choices.slice(0, 1))
  await world.untilMapped()
  await world.activate()
  expect(await pull()).toMatchObject({ open: false, listFrom: null })
  await world.choose(world.choices.slice(1, 2))
  await world.untilMapped()
  expect(await pull()).toMatchObject({ open: true, listFrom: expect.anything() })
})

const listingCalls = async (id: string): Promise<number> =>
  (await sandbox().requests('channel-manager')).filter(({ path }: Data) =>
    path.startsWith(`/channels/${id}/action/listings`),
  ).length

it('listings of the account are read once for many looks, and anew when they are old or asked for', async () => {
  const world = await consentWorld()
  await world.grant()
  const { channelManagerChannelId: id } = await world.stored()
  for (const _ of [1, 2, 3]) expect((await world.view()).listings).toHaveLength(3)
  expect(await listingCalls(id)).toBe(1)
  await world.view(true)
  expect(await listingCalls(id)).toBe(2)
  world.clock.advance(6 * 60_000)
  await world.view()
  expect(await listingCalls(id)).toBe(3)
  await channelManagerFails({ method: 'GET', path: '/channels/*', status: 503, times: 9 })
  expect(await world.view(true)).toMatchObject({ listings: null })
  expect(await world.view()).toMatchObject({ listings: null, listingsProblem: expect.anything() })
  await sandbox().clearFaults()
  expect((await world.view()).listings).toHaveLength(3)
})

it('a consent ends by itself unless it connects something', async () => {
  const world = await consentWorld()
  const endsIn = async () => {
    const { expireAt } = await world.stored()
    return expireAt && Math.round((expireAt.toDate().getTime() - world.clock.now().getTime()) / 86_400_000)
  }
  expect(await endsIn()).toBe(90)
  await world.grant()
  expect(await endsIn()).toBe(90)
  await world.choose()
  await world.untilMapped()
  await world.activate()
  expect(await endsIn()).toBeUndefined()
  world.clock.advance(30 * 86_400_000)
  for (const at of [0, 1])
    await disconnectChannel(world.context, world.asker, {
      ...{ propertyId: world.propertyIds[at] ?? '', channelId: world.channelIdOf(at) },
    })
  expect(await world.view()).toMatchObject({ state: 'ended' })
  expect(await endsIn()).toBe(90)
})

it('listings that one run has no time for are asked for by the next', async () => {
  const world = await consentWorld()
  await world.grant()
  const slow = intercepted(world.context, 'channelManager.mapListing', original => async (...args) => {
    world.clock.advance(15_000)
    return original(...args)
  })
  await world.choose(world.choices, slow)
  const { mappings, dueAt } = await world.stored()
  expect(mappings.map((one: Data) => Boolean(one.sentAt))).toEqual([true, true, false])
  expect(dueAt.toDate().getTime()).toBeLessThanOrEqual(world.clock.now().getTime())
  await world.untilMapped()
  expect((await world.view()).mappings.map(({ state }) => state)).toEqual(['mapped', 'mapped', 'mapped'])
})

it('a listing that the channel manager says nothing of leaves the others, and fails after ten minutes', async () => {
  const world = await consentWorld()
  await world.grant()
  const [dumb] = world.choices
  const failing = intercepted(world.context, 'channelManager.mapListing', original => async (...args) => {
    const [, listing] = args as [string, Data]
    if (listing.listingId !== dumb?.listingId) return original(...args)
    throw new ProviderError('channel-manager', 'unknown', 'no usable answer')
  })
  await world.choose(world.choices, failing)
  const states = async () => (await world.view()).mappings.map(({ state }) => state)
  await world.work(failing).catch(() => undefined)
  expect(await states()).toEqual(['waiting', 'mapped', 'mapped'])
  world.clock.advance(11 * 60_000)
  await world.work(failing)
  expect(await states()).toEqual(['failed', 'mapped', 'mapped'])
  expect(await world.stored()).not.toHaveProperty('dueAt')
})

it('requests stay as they are where an activation ends for what is no rejection', async () => {
  const world = await mapped()
  await db().doc(`properties/${world.propertyIds[0]}`).update({ channelManagerId: null })
  const code = 'channel-manager-connection-missing'
  await expect(world.activate()).rejects.toThrow(expect.objectContaining({ code }))
  expect(await world.view()).toMatchObject({ state: 'granted', reason: { code } })
  for (const at of [0, 1]) expect(await world.request(at)).toMatchObject({ status: 'pending' })
})

it('an activation that somebody else took back meanwhile is told as what it is', async () => {
  const world = await mapped()
  const reason = { code: 'payment-failed', detail: 'It was used.', nextAction: 'Choose another one.' }
  const overtaken = intercepted(world.context, 'channelManager.activate', original => async (...args) => {
    const { activation, ...rest } = await world.stored()
    await db()
      .doc(`consents/${world.consentId}`)
      .set({
        ...{ ...rest, state: 'granted', undo: activation },
        reason: { ...reason, of: 'activation' },
      })
    return original(...args)
  })
  await expect(world.activate({}, overtaken)).rejects.toThrow(expect.objectContaining(reason))
  expect(await world.view()).toMatchObject({ state: 'granted', isSold: false })
})
