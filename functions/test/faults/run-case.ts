import type { RpcCounter } from '../support/rpc-counter.ts'
import type { SandboxAt } from '../support/sandbox.ts'
import { type Effect, Process, untilDeath } from './effects.ts'
import { type FaultName, faults } from './faults.ts'
import { violations } from './invariants.ts'
import { tellOfThread, untilQuiet } from './quiet.ts'
import { everyEvent, type Scenario, uniqueText } from './scenarios.ts'
import type { Source } from './source.ts'
import { forward } from './time.ts'
import { createWorld, post, staff, type World } from './world.ts'

export interface Surroundings {
  sandbox: SandboxAt
  firestore: RpcCounter
}

/** Longer than any lease, in milliseconds. */
const beyondLeases = 130_000

/** The effects of an undisturbed run, in their order. */
export async function effectsOf(
  source: Source,
  scenario: Scenario,
  { sandbox }: Surroundings,
): Promise<Effect[]> {
  const world = await createWorld(source, sandbox.url, scenario.thread)
  const { run } = await scenario.prepare(world, sandbox)
  const process = new Process()
  await run(process)
  await world.close()
  return process.effects
}

/**
 * Runs a scenario with one fault at one of its effects, then everything again, then the sweeps until nothing moves, and
 * answers the invariants that do not hold.
 */
export async function runCase(
  source: Source,
  scenario: Scenario,
  position: number,
  fault: FaultName,
  { sandbox, firestore }: Surroundings,
): Promise<string[]> {
  const world = await createWorld(source, sandbox.url, scenario.thread)
  try {
    const { promised, run, again } = await scenario.prepare(world, sandbox)
    let seen: unknown
    const settle = async () => {
      await again()
      await untilQuiet(world)
      await tellOfThread(world)
    }
    // Others do everything that is to be done, and more, while the disturbed process stands still.
    const othersTakeOver = async () => {
      forward(beyondLeases)
      await everyEvent(world, await post(world, { body: uniqueText() }, { actor: colleague }))
      await settle()
      seen = await versionOf(world)
    }
    await untilDeath(die => {
      const disturb = faults[fault]({ sandbox, firestore, die, othersTakeOver })
      return run(new Process(position, disturb))
    })
    await sandbox.clearFaults()
    firestore.reset()
    // Of what was finished before the disturbed process went on, nobody is told again; only of what that changed.
    if (seen === undefined) await settle()
    await untilQuiet(world)
    if (seen !== (await versionOf(world))) await tellOfThread(world)
    return await violations(world, sandbox, promised)
  } finally {
    await world.close()
  }
}

const colleague = { ...staff, uid: 'colleague' }

const versionOf = async ({ db, threadId }: World): Promise<unknown> =>
  (await db.doc(`threads/${threadId}`).get()).get('version') ?? null
