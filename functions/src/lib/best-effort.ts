import type { Log } from './ports.ts'

export async function bestEffort(log: Log, effect: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.error(`${effect} failed`, { effect, error })
  }
}
