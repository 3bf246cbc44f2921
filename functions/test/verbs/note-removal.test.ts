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

it('a property without a channel that will be removed is said, once, until it is kept', async () => {
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

it('one that is gone is said so', async () => {
  const property = await withoutChannel()
  await noteRemoval(saying(undefined), property.channelManagerId)
  expect(await itemOf(property)).toMatchObject({ detail: expect.stringContaining('has been removed') })
})

it('one whose channel is watched, and one that is not ours, is left to others', async () => {
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

  it('says it without an event, in one call, and says when it is over', async () => {
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

  it('leaves what a person resolved, but for another day and the last one', async () => {
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

  it('closes what is connected by now, and what is about a property that is gone', async () => {
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

  it('begins with it', async () => {
    const property = await withoutChannel()
    await until(property, '2031-06-01')
    await watchChannels(world.deps)
    expect(await itemOf(property)).toMatchObject({ status: 'open' })
  })
})
