import { afterAll, expect, it } from 'vitest'
import { connectionEffects, runConnectionCase } from './connection-case.ts'
import { type ConnectionMutant, connectionMutants } from './connection-mutants.ts'
import { connectionScenarios } from './connection-scenarios.ts'
import { writingAsTold } from './mistakes.ts'
import type { Surroundings } from './run-case.ts'
import { useSurroundings } from './surroundings.ts'

const surroundings = useSurroundings()
let caught = 0
afterAll(() => console.log(`${caught} of ${connectionMutants.length} mutants of connecting caught`))

/** The promises that the first of the cases meant for a mutant breaks. */
async function firstViolations(
  { shownBy }: Pick<ConnectionMutant, 'shownBy'>,
  around: Surroundings,
): Promise<string[]> {
  const scenario = connectionScenarios[shownBy.scenario]
  const effects = await connectionEffects(scenario, around)
  for (const fault of shownBy.faults) {
    for (const position of effects.keys()) {
      const found = await runConnectionCase(scenario, position, fault, around)
      if (found.length > 0) return found
    }
  }
  return []
}

it('finds nothing where what is written is written as it is', { timeout: 300_000 }, async () => {
  const around = { ...surroundings(), mistakes: writingAsTold }
  expect(
    await firstViolations({ shownBy: { scenario: 'a test that fails', faults: ['die after'] } }, around),
  ).toEqual([])
})

it.each(connectionMutants)('catches a system that $name', { timeout: 300_000 }, async mutant => {
  const found = await firstViolations(mutant, { ...surroundings(), mistakes: mutant.mistakes })
  expect(found.join('\n')).toMatch(mutant.breaks)
  caught += 1
})
