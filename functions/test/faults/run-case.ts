import type { FirestoreCalls } from '../support/firestore-calls.ts'
import type { SandboxAt } from '../support/sandbox.ts'
import { violations } from './invariants.ts'
import type { Mistakes } from './mistakes.ts'
import { NotQuiet, tellOfThread, untilQuiet } from './quiet.ts'
import { everyEvent, type Scenario, uniqueText } from './scenarios.ts'
import { playOn } from './stage.ts'
import { forward } from './time.ts'
import { createWorld, post, staff, type World } from './world.ts'
import { isRecordRight } from './world-state.ts'

export interface Surroundings {
  sandbox: SandboxAt
  firestore: FirestoreCalls
  /** Deliberate mistakes of the system. */
  mistakes?: Mistakes
}

/** Longer than any lease, in milliseconds. */
const beyondLeases = 130_000

/** Plays chat scenarios: after the fault all events come again, then sweeps run until nothing moves. */
export const chat = playOn<Scenario>(async (scenario, surroundings) => {
  const world = await createWorld(surroundings, scenario.thread)
  const { promised, run, again } = await scenario.prepare(world, surroundings.sandbox)
  const found: string[] = []
  let lastVersion: unknown
  const settle = async () => {
    await again()
    await untilQuiet(world)
    if (scenario.isIndexSwept && !(await isRecordRight(world)))
      found.push('I13: the sweeps left the index behind')
    await tellOfThread(world)
  }
  return {
    run,
    // Others do everything that is to be done, and more, while the disturbed process stands still.
    async takeOver() {
      forward(beyondLeases)
      await everyEvent(world, await post(world, { body: uniqueText() }, { actor: colleague }))
      await settle()
      lastVersion = await versionOf(world)
    },
    async ending() {
      try {
        // After a takeover no event comes again, except that of a change by the disturbed process.
        if (lastVersion === undefined) await settle()
        await untilQuiet(world)
        if (lastVersion !== (await versionOf(world))) await tellOfThread(world)
        return [...found, ...(await violations(world, promised))]
      } catch (error) {
        if (error instanceof NotQuiet) return [error.message]
        throw error
      }
    },
    close: world.close,
  }
})

const colleague = { ...staff, uid: 'colleague' }

const versionOf = async ({ db, threadId }: World): Promise<unknown> =>
  (await db.doc(`threads/${threadId}`).get()).get('version') ?? null
