/** Chance that can be repeated: the same seed gives the same numbers (mulberry32). */
export function seededChance(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** A whole number from 0 to below the limit. */
    below: (limit: number): number => Math.floor(next() * limit),
    /** True for this share of the calls. */
    is: (share: number): boolean => next() < share,
  }
}

export type Chance = ReturnType<typeof seededChance>
