import fc from 'fast-check'
import { expect, it } from 'vitest'
import { otaHistories, playOtaHistory } from './ota-histories.ts'
import { otaMutants } from './ota-mutants.ts'
import { surviveHistories, surviveOnEmulator } from './survive-histories.ts'

surviveHistories("histories of the OTAs' inboxes", otaHistories, history => playOtaHistory(history), 150)

surviveOnEmulator("histories of the OTAs' inboxes", otaHistories, playOtaHistory)

it.each(otaMutants)('catches a system that $name', { timeout: 300_000 }, async ({ mistakes, breaks }) => {
  for (const history of fc.sample(otaHistories, { numRuns: 200, seed: 1 })) {
    const found = await playOtaHistory(history, undefined, mistakes)
    if (found.length > 0) return expect(found.join('\n')).toMatch(breaks)
  }
  throw new Error('nothing was found')
})
