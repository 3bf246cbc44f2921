import { afterAll, describe, expect, it } from 'vitest'
import { nameOf } from './effects.ts'
import { type FaultName, faults } from './faults.ts'
import { effectsOf, runCase } from './run-case.ts'
import { scenarios } from './scenarios.ts'
import { loadSource, realSource } from './source.ts'
import { useSurroundings } from './surroundings.ts'

const surroundings = useSurroundings()
const source = await loadSource(realSource)
let cases = 0
afterAll(() => console.log(`${cases} fault cases`))

describe.each(Object.entries(scenarios))('%s', (_name, scenario) => {
  it.each(Object.keys(faults) as FaultName[])('survives at each of its effects: %s', async fault => {
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
