import type { Clock } from '../ports.ts'
import { type Backoff, fullJitter } from './backoff.ts'

export interface RetryPolicy {
  tries: number
  backoff: Backoff
  isWorthIt: (error: unknown) => boolean | Promise<boolean>
}

/** Throws the last failure. */
export async function retry<T>(
  { clock }: { clock: Clock },
  { tries, backoff, isWorthIt }: RetryPolicy,
  run: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt + 1 >= tries || !(await isWorthIt(error))) throw error
      await clock.sleep(fullJitter(backoff, attempt))
    }
  }
}
