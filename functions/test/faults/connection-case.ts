import { connectionViolations, violationsAfterPress } from './connection-invariants.ts'
import type { ConnectionScenario } from './connection-scenarios.ts'
import { type ConnectionWorld, createConnectionWorld, recover } from './connection-world.ts'
import { disturbed, type Effect, Process, undisturbed } from './effects.ts'
import { type FaultName, faults } from './faults.ts'
import type { Surroundings } from './run-case.ts'

/** The effects of an undisturbed run, in their order. */
export async function effectsOf(scenario: ConnectionScenario, surroundings: Surroundings): Promise<Effect[]> {
  const world = await createConnectionWorld(surroundings, scenario.spec)
  const process = new Process(undisturbed)
  await (await scenario.prepare(world))(process)
  await world.close()
  return process.effects
}

/**
 * Runs a scenario with one fault at one of its effects, lets one lease and two sweeps go by, and answers the promises
 * that do not hold then; and those that do not hold after one more press, which must connect the property.
 */
export async function runCase(
  scenario: ConnectionScenario,
  position: number,
  fault: FaultName,
  surroundings: Surroundings,
): Promise<string[]> {
  const { sandbox, firestore } = surroundings
  const world = await createConnectionWorld(surroundings, scenario.spec)
  try {
    const run = await scenario.prepare(world)
    const found: string[] = []
    let taking: Promise<void> | undefined
    const othersTakeOver = () => {
      taking = takeOver(world, scenario).catch(error => void found.push(`taking over failed: ${error}`))
      return taking
    }
    await disturbed(position, run, die => faults[fault]({ sandbox, firestore, die, othersTakeOver, found }))
    // What the process does at the same time may have ended it before.
    await taking
    await sandbox.clearFaults()
    firestore.reset()
    return [...found, ...(await (scenario.ending?.(world) ?? ending(world, scenario)))]
  } finally {
    await world.close()
  }
}

async function takeOver(world: ConnectionWorld, scenario: ConnectionScenario): Promise<void> {
  if (scenario.meanwhile) return void (await scenario.meanwhile(world))
  await recover(world)
  await world.press()
}

/** What is broken once the system has recovered by itself, and once somebody has pressed again. */
export async function ending(world: ConnectionWorld, scenario: ConnectionScenario): Promise<string[]> {
  await recover(world)
  const found = (await connectionViolations(world)).map(what => `${what} (after the sweeps)`)
  await scenario.cure?.(world)
  return [...found, ...(await violationsAfterPress(world))]
}
