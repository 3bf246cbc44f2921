import { afterAll, afterEach, beforeEach } from 'vitest'
import { readBookable } from '../../src/lib/connection/bookable/read-bookable.ts'
import { lookAtChannel } from '../../src/lib/connection/watch/look-at-channel.ts'
import { watchChannels } from '../../src/lib/connection/watch/watch-channels.ts'
import { laterDay } from '../../src/lib/days.ts'
import { type WatchWorld, watchWorld } from './watch-world.ts'
import { startSurroundings } from './world.ts'

type Connected = Awaited<ReturnType<WatchWorld['connected']>>

/** For each test a world of connected properties, whose calendars at the channel manager are set and looked at. */
export async function startBookable() {
  const surroundings = await startSurroundings()
  const { sandbox } = surroundings
  let world: WatchWorld
  beforeEach(async () => {
    world = await watchWorld(surroundings)
  })
  afterEach(async () => {
    await sandbox.clearFaults()
    await world.stop()
  })
  afterAll(surroundings.stop)

  /** So many days from now. */
  const day = (later: number) => laterDay(world.clock.now().toISOString().slice(0, 10), later)

  /** One round over all channels. */
  const round = () => watchChannels(world.deps)

  const lookAgain = async ({ channelId }: Connected) => {
    await world.deps.channels.lookSoon({ channelId }, world.clock.now())
    await lookAtChannel(world.deps, channelId)
  }

  /** Nights, the last included, become so at the channel manager. */
  const sets = ({ property }: Connected, [from, to]: [number, number], values: object) =>
    sandbox.seed({
      inventory: [{ propertyId: property.channelManagerId, from: day(from), to: day(to), values }],
    })

  const notBookable = async ({ channelId }: Connected) => (await world.items(channelId))['not-bookable']

  const viewOf = ({ property: { propertyId }, channelId }: Connected) =>
    readBookable(world.deps, { propertyId, channelId })

  const firstRoom = async (of: Connected) => {
    const [room] = (await viewOf(of)).rooms
    if (!room) throw new Error('no room')
    return room
  }

  /** What the property itself closes at the channel manager. */
  async function closesBy({ property }: Connected, settings: object) {
    const { properties } = await sandbox.state('channel-manager')
    const known = properties.find(({ id }: { id: string }) => id === property.channelManagerId)
    await sandbox.seed({ properties: [{ ...known, settings }] })
  }

  return {
    ...{ sandbox, day, round, lookAgain, sets, notBookable, viewOf, firstRoom, closesBy },
    get world() {
      return world
    },
  }
}
