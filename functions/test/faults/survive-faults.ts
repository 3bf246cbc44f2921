import { appendFile } from 'node:fs/promises'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { type Effect, nameOf } from './effects.ts'
import { type FaultName, faults, isPossible } from './faults.ts'
import type { Surroundings } from './run-case.ts'
import { useSurroundings } from './surroundings.ts'

type Family = 'chat' | 'connecting' | 'lanes'

/** Plays a scenario: without a fault to list its effects, and with a fault at one effect to list the violations. */
export interface Play<Scenario> {
  effectsOf(scenario: Scenario, surroundings: Surroundings): Promise<Effect[]>
  runCase(
    scenario: Scenario,
    position: number,
    fault: FaultName,
    surroundings: Surroundings,
  ): Promise<string[]>
}

/** Counts the fault cases of a family, for the summary of the run. */
export function countCases(family: Family): { add(): void } {
  let cases = 0
  afterAll(() => appendFile(inject('faultCases'), `${cases} ${family}\n`))
  return {
    add: () => {
      cases += 1
    },
  }
}

/** With `FAULTS=all` every fault is tried at each effect; otherwise at one effect, which depends on `SEED`. */
export const isComplete = process.env.FAULTS === 'all'
export const turn = Number(process.env.SEED ?? 0)

/** The effects to try the nth fault at. The faults spread evenly from the first effect to the last. */
function sampled(positions: readonly number[], fault: number, of: number): readonly number[] {
  if (isComplete) return positions
  const at = (Math.floor((fault * positions.length) / of) + turn) % positions.length
  return positions.slice(at, at + 1)
}

const everyFault = Object.keys(faults) as FaultName[]
/** One of each kind, or a run would take too long. */
const someFaults: FaultName[] = [
  'die before',
  'die after',
  'lose the reply',
  'lose the reply to the commit',
  'lease runs out before',
]

/** Tests that scenarios survive every fault. Those in `long` get one fault of each kind, unless `FAULTS=all`. */
export function surviveFaults<Scenario>(
  family: Family,
  { effectsOf, runCase }: Play<Scenario>,
  scenarios: Readonly<Record<string, Scenario>>,
  long: readonly string[] = [],
): void {
  const surroundings = useSurroundings()
  const cases = countCases(family)
  const briefly = new Set(isComplete ? [] : long)

  describe.each(Object.entries(scenarios))('%s', (name, scenario) => {
    const by = briefly.has(name) ? someFaults : everyFault
    let undisturbed: Effect[] | undefined

    it.each(by)('survives at its effects: %s', async fault => {
      undisturbed ??= await effectsOf(scenario, surroundings())
      const effects = undisturbed
      expect(effects.length).toBeGreaterThan(1)
      const found: string[] = []
      const possible = effects.flatMap((effect, position) => (isPossible(fault, effect) ? [position] : []))
      for (const position of sampled(possible, by.indexOf(fault), by.length)) {
        cases.add()
        const broken = await runCase(scenario, position, fault, surroundings())
        const where = effects.slice(position, position + 1).map(nameOf)
        found.push(...broken.map(what => `${fault} at ${position} (${where}): ${what}`))
      }
      expect(found).toEqual([])
    })
  })
}
