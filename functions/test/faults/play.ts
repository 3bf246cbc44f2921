import { Player, type Step } from './histories.ts'
import { violations } from './invariants.ts'
import { tellOfThread, untilQuiet } from './quiet.ts'
import type { Surroundings } from './run-case.ts'
import type { Source } from './source.ts'
import { createWorld } from './world.ts'

/** Plays a history to its end and answers the invariants that do not hold then. */
export async function playHistory(
  source: Source,
  steps: readonly Step[],
  { sandbox, firestore }: Surroundings,
): Promise<string[]> {
  const world = await createWorld(source, sandbox.url, { source: 'platform-guest' })
  try {
    const player = new Player(world, sandbox)
    await player.play(steps)
    firestore.reset()
    await player.finish()
    await untilQuiet(world)
    await tellOfThread(world)
    return await violations(world, sandbox, await player.promised())
  } finally {
    await sandbox.reset()
    await world.close()
  }
}
