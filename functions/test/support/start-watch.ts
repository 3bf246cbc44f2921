import { afterAll, afterEach, beforeEach } from 'vitest'
import { watchChannels } from '../../src/lib/connection/watch/watch-channels.ts'
import { type WatchWorld, watchWorld } from './watch-world.ts'
import { startSurroundings } from './world.ts'

/** For each test a world of connected properties, which the watch looks at in rounds. */
export async function startWatch() {
  const surroundings = await startSurroundings()
  const { firestore, sandbox } = surroundings
  let world: WatchWorld
  beforeEach(async () => {
    world = await watchWorld(surroundings)
    // The account is that of all tests here.
    const { complete, incomplete } = await world.ourWebhooks()
    for (const id of [...complete, ...incomplete]) await world.deps.webhooks.remove(id)
  })
  afterEach(async () => {
    firestore.reset()
    await sandbox.clearFaults()
    await world.stop()
  })
  afterAll(surroundings.stop)

  const watch = (changes: Partial<WatchWorld['deps']> = {}) => watchChannels({ ...world.deps, ...changes })

  /** The OTA refuses what it is sent. */
  const fails = (hotelId: string, more: object = {}) =>
    fetch(`${sandbox.url}/_sandbox/channel-manager/event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ hotelId, reply: 'Room closed', ...more }),
    })

  /** That many copies of a channel, whose ids come before its own. */
  async function copy(channelId: string, count: number): Promise<void> {
    const channel = await world.stored(channelId)
    const writer = world.db.bulkWriter()
    for (let at = 0; at < count; at += 1)
      void writer.set(world.channelDoc(`a${String(at).padStart(2, '0')}`), channel)
    await writer.close()
  }

  return {
    ...{ firestore, sandbox, watch, fails, copy },
    get world() {
      return world
    },
  }
}
