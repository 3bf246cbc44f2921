import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ConnectionHistory, connectionHistories, playConnectionHistory } from './connection-histories.ts'
import { useSurroundings } from './surroundings.ts'

const surroundings = useSurroundings()

const numRuns = Number(process.env.HISTORIES ?? 100)
/** A failure prints the seed and path that show it again. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const path = process.env.SEED_PATH

it(`connects, whatever happens, in random histories (seed ${seed})`, {
  timeout: numRuns * 10_000,
}, async () => {
  const keepsAll = async (history: ConnectionHistory) => {
    expect(await playConnectionHistory(history, surroundings())).toEqual([])
  }
  await fc.assert(fc.asyncProperty(connectionHistories, keepsAll), {
    numRuns,
    seed,
    ...(path !== undefined && { path }),
  })
  console.log(`${numRuns} histories of connecting (seed ${seed})`)
})
