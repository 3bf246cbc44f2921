import fc from 'fast-check'
import { expect, it } from 'vitest'
import { histories, type Step } from './histories.ts'
import { playHistory } from './play.ts'
import { useSurroundings } from './surroundings.ts'

const surroundings = useSurroundings()

const numRuns = Number(process.env.HISTORIES ?? 300)
/** A failure prints the seed and path that show it again. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const path = process.env.SEED_PATH

it(`keeps every promise in random histories (seed ${seed})`, { timeout: numRuns * 10_000 }, async () => {
  const keepsAll = async (steps: readonly Step[]) => {
    expect(await playHistory(steps, surroundings())).toEqual([])
  }
  await fc.assert(fc.asyncProperty(histories, keepsAll), {
    numRuns,
    seed,
    ...(path !== undefined && { path }),
  })
  console.log(`${numRuns} histories (seed ${seed})`)
})
