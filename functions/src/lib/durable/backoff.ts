/** Exponential backoff: a bound that doubles with each attempt, up to a cap. Milliseconds. */
export interface Backoff {
  readonly baseMs: number
  readonly capMs: number
}

/** Source of randomness: `Math.random`, except in tests. */
export type Random = () => number

const bound = ({ baseMs, capMs }: Backoff, attempt: number): number => Math.min(capMs, baseMs * 2 ** attempt)

/**
 * Full jitter, for contention on a document: anything below the bound of that attempt (0-based). Milliseconds.
 * Source: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export const fullJitter = (backoff: Backoff, attempt: number, random: Random = Math.random): number =>
  random() * bound(backoff, attempt)

/** Equal jitter, for a vendor that needs a rest: at least half the bound of that attempt (0-based). Milliseconds. */
export const equalJitter = (backoff: Backoff, attempt: number, random: Random = Math.random): number =>
  ((1 + random()) * bound(backoff, attempt)) / 2
