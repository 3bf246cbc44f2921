export interface Backoff {
  readonly baseMs: number
  readonly capMs: number
}

export type Random = () => number

const bound = ({ baseMs, capMs }: Backoff, attempt: number): number => Math.min(capMs, baseMs * 2 ** attempt)

/**
 * For contention; `attempt` from 0. Source: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export const fullJitter = (backoff: Backoff, attempt: number, random: Random = Math.random): number =>
  random() * bound(backoff, attempt)

/** For a vendor in need of rest: at least half the bound. */
export const equalJitter = (backoff: Backoff, attempt: number, random: Random = Math.random): number =>
  ((1 + random()) * bound(backoff, attempt)) / 2
