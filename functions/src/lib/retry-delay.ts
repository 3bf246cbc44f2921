/** Full jitter: a random wait below a bound that doubles with each attempt (0-based), in milliseconds. */
export const jittered = (attempt: number, baseMs: number, capMs: number, random = Math.random): number =>
  random() * Math.min(capMs, baseMs * 2 ** attempt)
