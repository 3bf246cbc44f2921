import { appendFile } from 'node:fs/promises'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { type Effect, nameOf } from './effects.ts'
import { type FaultName, faults, isPossible } from './faults.ts'
import { effectsOf, runCase, type Surroundings } from './run-case.ts'
import { scenarios } from './scenarios.ts'
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

/** With `FAULTS=all` every fault comes at each effect; otherwise at one, which `SEED` moves on. */
export const isComplete = process.env.FAULTS === 'all'
export const turn = Number(process.env.SEED ?? 0)

/** Which effects one fault of several is tried at: the faults spread evenly from the first effect to the last. */
function sampled(positions: readonly number[], fault: number, of: number): readonly number[] {
  if (isComplete) return positions
  const at = (Math.floor((fault * positions.length) / of) + turn) % positions.length
  return positions.slice(at, at + 1)
}

/** Tests that processes survive every fault. One file each few: they run side by side. */
export function surviveEach<Name extends string>(
  family: Family,
  names: readonly Name[],
  load: (name: Name) => Promise<Disturbable>,
  by = Object.keys(faults) as FaultName[],
): void {
  const surroundings = useSurroundings()
  const cases = countCases(family)

  describe.each(names)('%s', name => {
    it.each(by)('survives at its effects: %s', async fault => {
      const disturbable = await load(name)
      const effects = await disturbable.effects(surroundings())
      expect(effects.length).toBeGreaterThan(1)
      const found: string[] = []
      const possible = effects.flatMap((effect, position) => (isPossible(fault, effect) ? [position] : []))
      for (const position of sampled(possible, by.indexOf(fault), by.length)) {
        cases.add()
        const broken = await disturbable.run(position, fault, surroundings())
        const where = effects.slice(position, position + 1).map(nameOf)
        found.push(...broken.map(what => `${fault} at ${position} (${where}): ${what}`))
      }
      expect(found).toEqual([])
    })
  })
}

/** The same for scenarios of the chat. */
export const surviveFaults = (...names: (keyof typeof scenarios)[]): void =>
  surviveEach('chat', names, async name => {
    const scenario = scenarios[name]
    return {
      effects: around => effectsOf(scenario, around),
      run: (position, fault, around) => runCase(scenario, position, fault, around),
    }
  })
