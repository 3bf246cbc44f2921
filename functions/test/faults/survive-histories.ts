import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ownProjects } from '../support/world.ts'
import { onEmulator } from './desk-world.ts'
import type { Surroundings } from './run-case.ts'
import { useSurroundings } from './surroundings.ts'

/** A failure prints the seed and path that show it again. */
const { SEED, SEED_PATH: path, HISTORIES } = process.env
const seed = Number(SEED ?? Math.floor(Date.now()) % 2 ** 31)

/** Tests that random histories break no promise: `HISTORIES` of them, or as many as are told. */
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

/** The same for ten of them, each on an emulated project of its own. */
export function surviveOnEmulator<History>(
  label: string,
  histories: fc.Arbitrary<History>,
  play: (history: History, database: ReturnType<typeof onEmulator>) => Promise<string[]>,
): void {
  const ownProject = ownProjects()
  const title = `ten ${label} on the emulator keep every promise (seed ${seed})`
  it(title, { timeout: 300_000 }, async () => {
    for (const history of fc.sample(histories, { numRuns: 10, seed }))
      expect(await play(history, onEmulator(ownProject().db)), JSON.stringify(history)).toEqual([])
  })
}
