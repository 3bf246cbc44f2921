import { appendFile } from 'node:fs/promises'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { nameOf } from './effects.ts'
import { type FaultName, faults } from './faults.ts'
import { effectsOf, runCase } from './run-case.ts'
import { scenarios } from './scenarios.ts'
import { loadSource, realSource } from './source.ts'
import { useSurroundings } from './surroundings.ts'

/** Tests that these scenarios survive every fault at each of their effects. One file each few: the waiting runs side by side. */
export function surviveFaults(...names: (keyof typeof scenarios)[]): void {
  const surroundings = useSurroundings()
  let cases = 0
  afterAll(() => appendFile(inject('faultCases'), `${cases}\n`))

  describe.each(names)('%s', name => {
    it.each(Object.keys(faults) as FaultName[])('survives at each of its effects: %s', async fault => {
      const source = await loadSource(realSource)
      const scenario = scenarios[name]
      const effects = await effectsOf(source, scenario, surroundings())
      expect(effects.length).toBeGreaterThan(1)
      const found: string[] = []
      for (const [position, effect] of effects.entries()) {
        cases += 1
        const broken = await runCase(source, scenario, position, fault, surroundings())
        found.push(...broken.map(what => `${fault} at ${position} (${nameOf(effect)}): ${what}`))
      }
      expect(found).toEqual([])
    })
  })
}
