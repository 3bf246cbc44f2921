import { describe, expect, it } from 'vitest'
import { noteRemoval, noteRemovals } from '../../src/lib/connection/watch/note-removal.ts'
import { watchChannels } from '../../src/lib/connection/watch/watch-channels.ts'
import { laterDay } from '../../src/lib/days.ts'
import { storeProperty } from '../support/connection-builders.ts'
import { intercepted } from '../support/intercept.ts'
import { uniqueId } from '../support/stack.ts'
import { watchWorld } from '../support/watch-world.ts'
import { worldsOf } from '../support/world.ts'

const { sandbox, world } = await worldsOf(watchWorld)

/** The channel manager's answer about the day on which it removes a property. */
const saying = (day: string | null | undefined) =>
  intercepted(world.deps, 'channelManager.removalOf', () => async () => day)

const withoutChannel = () => storeProperty({}, { db: world.db, sandbox })
const itemOf = async ({ propertyId }: { propertyId: string }) =>
  (await world.itemDoc(`property-removal_${propertyId}`).get()).data()

it('a property without a channel that will be removed has one item, until it is kept', async () => {
  const property = await withoutChannel()
  const tell = (day: string | null | undefined) => noteRemoval(saying(day), property.channelManagerId)
  await Promise.all([tell('2031-06-01'), tell('2031-06-01')])
  expect(await itemOf(property)).toMatchObject({
    kind: 'property-removal',
    status: 'open',
    propertyId: property.propertyId,
    detail: expect.stringContaining('2031-06-01'),
  })
  await tell(null)
  expect(await itemOf(property)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
})

it('a property that is gone has an item that says so', async () => {
  const property = await withoutChannel()
  await noteRemoval(saying(undefined), property.channelManagerId)
  expect(await itemOf(property)).toMatchObject({ detail: expect.stringContaining('has been removed') })
})

it('a property whose channel is watched, or that is not ours, has no such item', async () => {
  const { property } = await world.connected()
  await noteRemoval(saying('2031-06-01'), property.channelManagerId)
  await noteRemoval(saying('2031-06-01'), 'nobody')
  expect(await itemOf(property)).toBeUndefined()
})

describe('a round', () => {
  const until = async (property: { channelManagerId: string }, removalDate: string | undefined) => {
    const { properties } = await sandbox.state('channel-manager')
    const own = properties.find(({ id }: { id: string }) => id === property.channelManagerId)
    await sandbox.seed({ properties: [{ ...own, removalDate }] })
  }

  it('opens the item without an event, and resolves it when the removal is called off', async () => {
    const property = await withoutChannel()
    await until(property, '2031-06-01')
    await Promise.all([noteRemovals(world.deps), noteRemovals(world.deps)])
    expect(await itemOf(property)).toMatchObject({
      status: 'open',
      detail: expect.stringContaining('2031-06-01'),
    })
    await until(property, undefined)
    await noteRemovals(world.deps)
    expect(await itemOf(property)).toMatchObject({ status: 'resolved', resolvedBy: 'system' })
  })

  it('reopens an item that a person resolved only for another date, and on the last day', async () => {
    const property = await withoutChannel()
    const id = `property-removal_${property.propertyId}`
    const inDays = (days: number) => laterDay(world.clock.now().toISOString().slice(0, 10), days)
    const resolve = () =>
      world.itemDoc(id).update({ status: 'resolved', resolvedBy: 'sam', resolvedAt: world.clock.now() })
    const status = async () => (await itemOf(property))?.status
    await until(property, inDays(7))
    await noteRemovals(world.deps)
    await resolve()
    await noteRemovals(world.deps)
    expect(await status()).toBe('resolved')
    await until(property, inDays(3))
    await noteRemovals(world.deps)
    expect(await status()).toBe('open')
    await resolve()
    world.clock.forward(2 * 24 * 3_600_000)
    await noteRemovals(world.deps)
    expect(await status()).toBe('open')
    await resolve()
    await noteRemovals(world.deps)
    expect(await status()).toBe('resolved')
  })

  it('resolves items of properties that are connected by now, or gone', async () => {
    const { property } = await world.connected()
    for (const { propertyId } of [property, { propertyId: uniqueId('property') }]) {
      const item = { kind: 'property-removal', status: 'open', propertyId, createdAt: world.clock.now() }
      await world
        .itemDoc(`property-removal_${propertyId}`)
        .set({ ...item, detail: 'It will be removed.', nextAction: 'Connect it.' })
      if (propertyId === property.propertyId) await until(property, '2031-06-01')
      await noteRemovals(world.deps)
      expect(await itemOf({ propertyId })).toMatchObject({ status: 'resolved' })
    }
  })

  it('of the watch notes removals, too', async () => {
    const property = await withoutChannel()
    await until(property, '2031-06-01')
    await watchChannels(world.deps)
    expect(await itemOf(property)).toMatchObject({ status: 'open' })
  })
})
