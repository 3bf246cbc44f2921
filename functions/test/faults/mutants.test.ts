import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { connecting } from './connection-case.ts'
import { connectionMutants } from './connection-mutants.ts'
import { connectionScenarios } from './connection-scenarios.ts'
import { histories } from './histories.ts'
import { writingAsTold } from './mistakes.ts'
import { type Mutant, mutants } from './mutants.ts'
import { playHistory } from './play.ts'
import { chat, type Surroundings } from './run-case.ts'
import { scenarios } from './scenarios.ts'
import { useSurroundings } from './surroundings.ts'
import { isComplete, type Play } from './survive-faults.ts'

const surroundings = useSurroundings()
const patience = { timeout: 300_000 }

async function inHistories(numRuns: number, around: Surroundings): Promise<string[]> {
  for (const steps of fc.sample(histories, { numRuns, seed: 1 })) {
    const found = await playHistory(steps, around)
    if (found.length > 0) return found
  }
  return []
}

/**
 * Tests that mistakes are caught, all with `FAULTS=all`, and that in `unmistaken` scenarios, or the first, nothing is
 * found without one.
 */
function catchMutants<Name extends string, Scenario>(
  label: string,
  all: readonly Mutant<Name>[],
  unmistaken: readonly Name[],
  play: Play<Scenario> & { scenarios: Readonly<Record<Name, Scenario>> },
): void {
  /** The violations in the first of the cases meant for a mutant that has any. */
  async function firstViolations(shownBy: Mutant<Name>['shownBy'], around: Surroundings) {
    if (!shownBy) return inHistories(300, around)
    const scenario = play.scenarios[shownBy.scenario]
    const effects = await play.effectsOf(scenario, around)
    for (const fault of shownBy.faults) {
      for (const position of effects.keys()) {
        const found = await play.runCase(scenario, position, fault, around)
        if (found.length > 0) return found
      }
    }
    return []
  }

  const played = all.filter(({ inEveryRun }) => isComplete || inEveryRun)
  let caught = 0
  afterAll(() => console.log(`${caught} of ${played.length} ${label} caught`))

  it.each(isComplete ? unmistaken : unmistaken.slice(0, 1))(
    'finds nothing without a mistake: %s',
    patience,
    async name => {
      const around = { ...surroundings(), mistakes: writingAsTold }
      expect(await firstViolations({ scenario: name, faults: ['die after'] }, around)).toEqual([])
    },
  )

  it.each(played)('catches a system that $name', patience, async ({ mistakes, shownBy, breaks }) => {
    const found = await firstViolations(shownBy, { ...surroundings(), mistakes })
    expect(found.join('\n')).toMatch(breaks)
    caught += 1
  })
}

catchMutants('mutants', mutants, ['an inbound message', 'delivery', 'an e-mail'], {
  ...chat,
  scenarios,
})
catchMutants('mutants of connecting', connectionMutants, ['a test that fails'], {
  ...connecting,
  scenarios: connectionScenarios,
})

it('finds nothing in histories without a mistake', patience, async () => {
  expect(await inHistories(5, { ...surroundings(), mistakes: writingAsTold })).toEqual([])
})
