import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { ownProject } from '../support/world.ts'
import { onEmulator } from './desk-world.ts'
import { otaHistories, playOtaHistory } from './ota-histories.ts'
import { otaMutants } from './ota-mutants.ts'
import { seed, surviveHistories } from './survive-histories.ts'

surviveHistories("histories of the OTAs' inboxes", otaHistories, history => playOtaHistory(history), 150)

const projects: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(projects.map(project => project.close())))

const patience = { timeout: 300_000 }

it(
  `ten histories of the OTAs' inboxes on the emulator keep every promise (seed ${seed})`,
  patience,
  async () => {
    for (const history of fc.sample(otaHistories, { numRuns: 10, seed })) {
      const project = ownProject()
      projects.push(project)
      expect(await playOtaHistory(history, onEmulator(project.db)), JSON.stringify(history)).toEqual([])
    }
  },
)

it.each(otaMutants)('catches a system that $name', patience, async ({ mistakes, breaks }) => {
  for (const history of fc.sample(otaHistories, { numRuns: 200, seed: 1 })) {
    const found = await playOtaHistory(history, undefined, mistakes)
    if (found.length > 0) return expect(found.join('\n')).toMatch(breaks)
  }
  throw new Error('nothing was found')
})
