import { disturbed, Process, undisturbed } from './effects.ts'
import { faults } from './faults.ts'
import type { Surroundings } from './run-case.ts'
import type { Play } from './survive-faults.ts'

/** A world that stands where the disturbed process begins. */
interface Stage {
  run(process: Process): Promise<unknown>
  /** Acts of others while the process stands still. */
  takeOver(): Promise<unknown>
  /** Promises broken in the end. */
  ending(): Promise<string[]>
  close(): Promise<void>
}

/** Plays scenarios, each on its stage. */
export const playOn = <Scenario>(
  stageOf: (scenario: Scenario, surroundings: Surroundings) => Promise<Stage>,
): Play<Scenario> => ({
  async effectsOf(scenario, surroundings) {
    const { run, close } = await stageOf(scenario, surroundings)
    const process = new Process(undisturbed)
    await run(process)
    await close()
    return process.effects
  },

  async runCase(scenario, position, fault, surroundings) {
    const { sandbox, firestore } = surroundings
    const { run, takeOver, ending, close } = await stageOf(scenario, surroundings)
    try {
      const found: string[] = []
      let taking: Promise<void> | undefined
      const othersTakeOver = () => {
        taking = takeOver().then(
          () => {},
          error => void found.push(`taking over failed: ${error}`),
        )
        return taking
      }
      await disturbed(position, run, die => faults[fault]({ sandbox, firestore, die, othersTakeOver, found }))
      // The takeover may still run when the process has ended.
      await taking
      await sandbox.clearFaults()
      firestore.reset()
      return [...found, ...(await ending())]
    } finally {
      await close()
    }
  },
})
