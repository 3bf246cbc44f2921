import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { ownProject } from '../support/world.ts'
import { deskHistories, playDeskHistory } from './desk-histories.ts'
import { onEmulator } from './desk-world.ts'
import { seed, surviveHistories } from './survive-histories.ts'

surviveHistories('histories of the desk', deskHistories, history => playDeskHistory(history), 300)

const projects: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(projects.map(project => project.close())))

it(`ten histories of the desk on the emulator keep every promise (seed ${seed})`, async () => {
  const histories = fc.sample(deskHistories, { numRuns: 10, seed })
  for (const history of histories) {
    const project = ownProject()
    projects.push(project)
    expect(await playDeskHistory(history, onEmulator(project.db)), JSON.stringify(history)).toEqual([])
  }
})
