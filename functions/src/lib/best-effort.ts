import type { Log } from './ports.ts'

/** Runs an effect whose failure is logged under its name and otherwise ignored. */
export async function bestEffort(log: Log, effect: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.error(`${effect} failed`, { effect, error })
  }
}
