import type { RpcCounter } from '../support/rpc-counter.ts'
import type { SandboxAt } from '../support/sandbox.ts'
import { disturbed, type Effect, Process, undisturbed } from './effects.ts'
import { type FaultName, faults } from './faults.ts'
import { violations } from './invariants.ts'
import type { Mistakes } from './mistakes.ts'
import { NotQuiet, tellOfThread, untilQuiet } from './quiet.ts'
import { everyEvent, type Scenario, uniqueText } from './scenarios.ts'
import { forward } from './time.ts'
import { createWorld, post, staff, type World } from './world.ts'
import { isRecordRight } from './world-state.ts'

export interface Surroundings {
  sandbox: SandboxAt
  firestore: RpcCounter
  /** What the system does wrong in them. */
  mistakes?: Mistakes
}

/** Longer than any lease, in milliseconds. */
const beyondLeases = 130_000

/** The effects of an undisturbed run, in their order. */
export async function effectsOf(scenario: Scenario, surroundings: Surroundings): Promise<Effect[]> {
  const world = await createWorld(surroundings, scenario.thread)
  const { run } = await scenario.prepare(world, surroundings.sandbox)
  const process = new Process(undisturbed)
  await run(process)
  await world.close()
  return process.effects
}

/**
 * Runs a scenario with one fault at one of its effects, then everything again, then the sweeps until nothing moves, and
 * answers the invariants that do not hold.
 */
export async function runCase(
  scenario: Scenario,
  position: number,
  fault: FaultName,
  surroundings: Surroundings,
): Promise<string[]> {
  const { sandbox, firestore } = surroundings
  const world = await createWorld(surroundings, scenario.thread)
  try {
    const { promised, run, again } = await scenario.prepare(world, sandbox)
    const found: string[] = []
    let seen: unknown
    const settle = async () => {
      await again()
      await untilQuiet(world)
      if (scenario.isIndexSwept && !(await isRecordRight(world)))
        found.push('I13: the sweeps left the index behind')
      await tellOfThread(world)
    }
    // Others do everything that is to be done, and more, while the disturbed process stands still.
    const takeOver = async () => {
      forward(beyondLeases)
      await everyEvent(world, await post(world, { body: uniqueText() }, { actor: colleague }))
      await settle()
      seen = await versionOf(world)
    }
    const othersTakeOver = () => takeOver().catch(error => void found.push(`taking over failed: ${error}`))
    await disturbed(position, run, die => faults[fault]({ sandbox, firestore, die, othersTakeOver, found }))
    await sandbox.clearFaults()
    firestore.reset()
    // Of what was finished before the disturbed process went on, nobody is told again; only of what that changed.
    if (seen === undefined) await settle()
    await untilQuiet(world)
    if (seen !== (await versionOf(world))) await tellOfThread(world)
    return [...found, ...(await violations(world, promised))]
  } catch (error) {
    if (error instanceof NotQuiet) return [error.message]
    throw error
  } finally {
    await world.close()
  }
}

const colleague = { ...staff, uid: 'colleague' }

const versionOf = async ({ db, threadId }: World): Promise<unknown> =>
  (await db.doc(`threads/${threadId}`).get()).get('version') ?? null
