import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { histories } from './histories.ts'
import { writingAsTold } from './mistakes.ts'
import { type Mutant, mutants } from './mutants.ts'
import { playHistory } from './play.ts'
import { effectsOf, runCase, type Surroundings } from './run-case.ts'
import { scenarios } from './scenarios.ts'
import { useSurroundings } from './surroundings.ts'

const surroundings = useSurroundings()
let caught = 0
afterAll(() => console.log(`${caught} of ${mutants.length} mutants caught`))

/** The promises that the first of the cases meant for a mutant breaks. */
async function firstViolations(
  { shownBy }: Pick<Mutant, 'shownBy'>,
  around: Surroundings,
): Promise<string[]> {
  if (!shownBy) return inHistories(300, around)
  const scenario = scenarios[shownBy.scenario]
  const effects = await effectsOf(scenario, around)
  for (const fault of shownBy.faults) {
    for (const position of effects.keys()) {
      const found = await runCase(scenario, position, fault, around)
      if (found.length > 0) return found
    }
  }
  return []
}

async function inHistories(numRuns: number, around: Surroundings): Promise<string[]> {
  for (const steps of fc.sample(histories, { numRuns, seed: 1 })) {
    const found = await playHistory(steps, around)
    if (found.length > 0) return found
  }
  return []
}

it('finds nothing where what is written is written as it is', { timeout: 300_000 }, async () => {
  const around = { ...surroundings(), mistakes: writingAsTold }
  for (const scenario of ['delivery', 'an inbound message', 'an e-mail'] as const)
    expect(await firstViolations({ shownBy: { scenario, faults: ['die after'] } }, around)).toEqual([])
  expect(await inHistories(5, around)).toEqual([])
})

it.each(mutants)('catches a system that $name', { timeout: 300_000 }, async ({ mistakes, ...mutant }) => {
  const found = await firstViolations(mutant, { ...surroundings(), mistakes })
  expect(found.join('\n')).toMatch(mutant.breaks)
  caught += 1
})
