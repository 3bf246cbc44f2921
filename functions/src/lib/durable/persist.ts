import type { Clock } from '../ports.ts'
import { type Backoff, fullJitter } from './backoff.ts'

export interface Persistence {
  /** How often it is done at most. */
  tries: number
  backoff: Backoff
  /** Whether it may be done again after that failure. */
  isWorthIt: (error: unknown) => boolean
}

/** Does again, after a pause, what may safely be done twice. Throws the last failure. */
export async function persist<T>(
  { clock }: { clock: Clock },
  { tries, backoff, isWorthIt }: Persistence,
  run: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt + 1 >= tries || !isWorthIt(error)) throw error
      await clock.sleep(fullJitter(backoff, attempt))
    }
  }
}
