import type { Step } from './histories.ts'
import { violations } from './invariants.ts'
import { Player } from './player.ts'
import { NotQuiet, tellOfThread, untilQuiet } from './quiet.ts'
import type { Surroundings } from './run-case.ts'
import { createWorld } from './world.ts'

/** Plays a history to its end; returns the invariants that do not hold then. */
export async function playHistory(steps: readonly Step[], surroundings: Surroundings): Promise<string[]> {
  const { sandbox, firestore } = surroundings
  const world = await createWorld(surroundings, { source: 'platform-guest' })
  try {
    const player = new Player(world)
    await player.play(steps)
    firestore.reset()
    await player.finish()
    await untilQuiet(world)
    await tellOfThread(world)
    return await violations(world, await player.promised())
  } catch (error) {
    if (error instanceof NotQuiet) return [error.message]
    throw error
  } finally {
    await sandbox.reset()
    await world.close()
  }
}
