import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { noteRemoval } from '../../src/lib/connection/watch/note-removal.ts'
import { storeProperty } from '../support/connection-builders.ts'
import { intercepted } from '../support/intercept.ts'
import { type WatchWorld, watchWorld } from '../support/watch-world.ts'
import { startSurroundings } from '../support/world.ts'

const surroundings = await startSurroundings()
let world: WatchWorld
beforeEach(async () => {
  world = await watchWorld(surroundings)
})
afterEach(() => world.stop())
afterAll(surroundings.stop)

/** What the channel manager says of the day on which it removes a property. */
const saying = (day: string | null | undefined) =>
  intercepted(world.deps, 'channelManager.removalOf', () => async () => day)

const withoutChannel = () => storeProperty({}, { db: world.db, sandbox: surroundings.sandbox })
const itemOf = async ({ propertyId }: { propertyId: string }) =>
  (await world.itemDoc(`property-removal_${propertyId}`).get()).data()

it('a property without a channel that will be removed is said, once, until it is kept', async () => {
  const property = await withoutChannel()
  const tell = (day: string | null | undefined) => noteRemoval(saying(day), property.channelManagerId)
  await Promise.all([tell('2031-06-01'), tell('2031-06-01')])
  expect(await itemOf(property)).toMatchObject({
    ...{ kind: 'property-removal', status: 'open', propertyId: property.propertyId },
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
