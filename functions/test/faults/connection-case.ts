import { connectionViolations, violationsAfterPress } from './connection-invariants.ts'
import type { ConnectionScenario } from './connection-scenarios.ts'
import { type ConnectionWorld, createConnectionWorld, recover } from './connection-world.ts'
import { playOn } from './stage.ts'

/** Plays scenarios of connecting, which end with recovery and one more press. */
export const connecting = playOn<ConnectionScenario>(async (scenario, surroundings) => {
  const world = await createConnectionWorld(surroundings, scenario.spec)
  return {
    run: await scenario.prepare(world),
    takeOver: async () => scenario.overtake?.(world) ?? recover(world).then(() => world.press()),
    ending: () => scenario.ending?.(world) ?? ending(world, scenario),
    close: world.close,
  }
})

/** Violations after the system has recovered by itself, and after another press. */
export async function ending(world: ConnectionWorld, scenario: ConnectionScenario): Promise<string[]> {
  await recover(world)
  const found = (await connectionViolations(world)).map(what => `${what} (after the sweeps)`)
  await scenario.cure?.(world)
  return [...found, ...(await violationsAfterPress(world))]
}
