import { appendFile } from 'node:fs/promises'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { type Effect, nameOf } from './effects.ts'
import { type FaultName, faults, isPossible } from './faults.ts'
import { effectsOf, runCase, type Surroundings } from './run-case.ts'
import { scenarios } from './scenarios.ts'
import { loadSource, realSource } from './source.ts'
import { useSurroundings } from './surroundings.ts'

export type Family = 'chat' | 'connecting'

/** A process that can be disturbed: its effects when nobody disturbs it, and what is broken after a fault at one of them. */
export interface Disturbable {
  effects(surroundings: Surroundings): Promise<Effect[]>
  run(position: number, fault: FaultName, surroundings: Surroundings): Promise<string[]>
}

/** Adds to the number of fault cases of a family that is printed in the end. */
export function countCases(family: Family): { add(): void } {
  let cases = 0
  afterAll(() => appendFile(inject('faultCases'), `${cases} ${family}\n`))
  return {
    add: () => {
      cases += 1
    },
  }
}

/**
 * Tests that processes survive every fault at each of their effects, or at one in `share` of them, which `SEED` moves on.
 * One file each few: the waiting runs side by side.
 */
export function surviveEach<Name extends string>(
  family: Family,
  names: readonly Name[],
  load: (name: Name) => Promise<Disturbable>,
  by = Object.keys(faults) as FaultName[],
  share = 1,
): void {
  const surroundings = useSurroundings()
  const cases = countCases(family)
  const turn = Number(process.env.SEED ?? 0)

  describe.each(names)('%s', name => {
    it.each(by)('survives at each of its effects: %s', async fault => {
      const disturbable = await load(name)
      const effects = await disturbable.effects(surroundings())
      expect(effects.length).toBeGreaterThan(1)
      const found: string[] = []
      for (const [position, effect] of effects.entries()) {
        if (!isPossible(fault, effect) || (position + by.indexOf(fault) + turn) % share !== 0) continue
        cases.add()
        const broken = await disturbable.run(position, fault, surroundings())
        found.push(...broken.map(what => `${fault} at ${position} (${nameOf(effect)}): ${what}`))
      }
      expect(found).toEqual([])
    })
  })
}

/** The same for scenarios of the chat. */
export const surviveFaults = (...names: (keyof typeof scenarios)[]): void =>
  surviveEach('chat', names, async name => {
    const [source, scenario] = [await loadSource(realSource), scenarios[name]]
    return {
      effects: around => effectsOf(source, scenario, around),
      run: (position, fault, around) => runCase(source, scenario, position, fault, around),
    }
  })
