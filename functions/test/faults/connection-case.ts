import { connectionViolations, violationsAfterPress } from './connection-invariants.ts'
import type { ConnectionScenario } from './connection-scenarios.ts'
import { type ConnectionWorld, createConnectionWorld, recover } from './connection-world.ts'
import { playOn } from './stage.ts'

/** Once one lease and two sweeps have gone by, and after one more press, which must connect the property. */
export const connecting = playOn<ConnectionScenario>(async (scenario, surroundings) => {
  const world = await createConnectionWorld(surroundings, scenario.spec)
  return {
    run: await scenario.prepare(world),
    takeOver: async () => scenario.overtake?.(world) ?? recover(world).then(() => world.press()),
    ending: () => scenario.ending?.(world) ?? ending(world, scenario),
    close: world.close,
  }
})

/** Violations once the system has recovered by itself, and once somebody has pressed again. */
export async function ending(world: ConnectionWorld, scenario: ConnectionScenario): Promise<string[]> {
  await recover(world)
  const found = (await connectionViolations(world)).map(what => `${what} (after the sweeps)`)
  await scenario.cure?.(world)
  return [...found, ...(await violationsAfterPress(world))]
}
