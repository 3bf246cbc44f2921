import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seed } from '../support/seed.ts'
import type { Surroundings } from './run-case.ts'
import { useSurroundings } from './surroundings.ts'

/** A failure prints the seed and path that show it again. */
const { SEED_PATH: path, HISTORIES } = process.env

/** Tests that random histories break no promise: `HISTORIES` of them, else `usual`. */
export function surviveHistories<History>(
  label: string,
  histories: fc.Arbitrary<History>,
  play: (history: History, surroundings: Surroundings) => Promise<string[]>,
  usual: number,
): void {
  const surroundings = useSurroundings()
  const numRuns = Number(HISTORIES ?? usual)

  it(`${label}: keeps every promise, whatever happens (seed ${seed})`, {
    timeout: numRuns * 10_000,
  }, async () => {
    const keepsAll = async (history: History) => {
      expect(await play(history, surroundings())).toEqual([])
    }
    await fc.assert(fc.asyncProperty(histories, keepsAll), {
      numRuns,
      seed,
      ...(path !== undefined && { path }),
    })
    console.log(`${numRuns} ${label} (seed ${seed})`)
  })
}
