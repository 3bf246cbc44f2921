import type { Log } from './ports.ts'

/** Runs an effect that may fail without failing what caused it. The failure is logged under the effect's name. */
export async function bestEffort(log: Log, effect: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.error(`${effect} failed`, { effect, error })
  }
}
