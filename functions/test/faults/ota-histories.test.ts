import fc from 'fast-check'
import { expect, it } from 'vitest'
import { otaHistories, playOtaHistory } from './ota-histories.ts'
import { otaMutants } from './ota-mutants.ts'
import { surviveHistories } from './survive-histories.ts'

surviveHistories("histories of the OTAs' inboxes", otaHistories, history => playOtaHistory(history), 150)

/** The first few histories show each mistake. */
const sample = { numRuns: 200, seed: 12 }

it.each(otaMutants)('catches a system that $name', { timeout: 300_000 }, async ({ mistakes, breaks }) => {
  for (const history of fc.sample(otaHistories, sample)) {
    const found = await playOtaHistory(history, mistakes)
    if (found.length > 0) return expect(found.join('\n')).toMatch(breaks)
  }
  throw new Error('nothing was found')
})
