import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { connectionEffects, runConnectionCase } from './connection-case.ts'
import { connectionHistories, playConnectionHistory } from './connection-histories.ts'
import { type ConnectionMutant, connectionMutants } from './connection-mutants.ts'
import { connectionScenarios } from './connection-scenarios.ts'
import { type ConnectionSource, loadConnectionSource } from './connection-source.ts'
import { growMutant, removeMutants } from './mutants.ts'
import { useSurroundings } from './surroundings.ts'

const surroundings = useSurroundings()
let caught = 0
afterAll(async () => {
  await removeMutants('connection')
  console.log(`${caught} of ${connectionMutants.length} mutants of connecting caught`)
})

/** The first broken promise that the cases meant for a mutant bring to light. */
async function firstViolation(
  source: ConnectionSource,
  { shownBy }: ConnectionMutant,
): Promise<string | undefined> {
  if (!shownBy) return inHistories(source)
  const scenario = connectionScenarios[shownBy.scenario]
  const effects = await connectionEffects(source, scenario, surroundings())
  for (const fault of shownBy.faults) {
    for (const position of effects.keys()) {
      const [first] = await runConnectionCase(source, scenario, position, fault, surroundings())
      if (first !== undefined) return first
    }
  }
  return undefined
}

/** As many histories as a test run plays. */
async function inHistories(source: ConnectionSource): Promise<string | undefined> {
  for (const history of fc.sample(connectionHistories, { numRuns: 200, seed: 1 })) {
    const [first] = await playConnectionHistory(source, history, surroundings())
    if (first !== undefined) return first
  }
  return undefined
}

it.each(connectionMutants.map((mutant, number) => ({ ...mutant, number })))(
  'catches a source that $name',
  { timeout: 300_000 },
  async ({ number, ...mutant }) => {
    const source = await loadConnectionSource(await growMutant(mutant, `connection/${number}`))
    expect(await firstViolation(source, mutant)).toBeDefined()
    caught += 1
  },
)
