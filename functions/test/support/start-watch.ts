import { watchChannels } from '../../src/lib/connection/watch/watch-channels.ts'
import { type WatchWorld, watchWorld } from './watch-world.ts'
import { worldsOf } from './world.ts'

/** For each test a world of connected properties, which the watch looks at in rounds. */
export async function startWatch() {
  const { firestore, sandbox, world } = await worldsOf(watchWorld)

  const watch = (changes: Partial<WatchWorld['deps']> = {}) => watchChannels({ ...world.deps, ...changes })

  /** Adds an event of the OTA, by default that it refuses what it is sent. */
  const fails = (hotelId: string, more: object = {}) =>
    sandbox.control('POST', 'channel-manager/event', { hotelId, reply: 'Room closed', ...more })

  /** Makes the channel manager answer calls, or those to such a path, with that status. */
  const refuses = (status: number, path?: string) =>
    sandbox.fault({ vendor: 'channel-manager', mode: 'status', status, ...(path !== undefined && { path }) })

  /** That many copies of a channel, whose ids come before its own. */
  async function copy(
    { stored }: Awaited<ReturnType<WatchWorld['connected']>>,
    count: number,
  ): Promise<void> {
    const channel = await stored()
    const writer = world.db.bulkWriter()
    for (let at = 0; at < count; at += 1)
      void writer.set(world.channelDoc(`a${String(at).padStart(2, '0')}`), channel)
    await writer.close()
  }

  return { firestore, sandbox, world, watch, fails, refuses, copy }
}
