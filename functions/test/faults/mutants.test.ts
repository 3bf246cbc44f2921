import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { histories } from './histories.ts'
import { copySource, growMutant, type Mutant, mutants, removeMutants } from './mutants.ts'
import { playHistory } from './play.ts'
import { effectsOf, runCase } from './run-case.ts'
import { scenarios } from './scenarios.ts'
import { loadSource, type Source } from './source.ts'
import { useSurroundings } from './surroundings.ts'

const surroundings = useSurroundings()
let caught = 0
afterAll(async () => {
  await removeMutants('chat')
  console.log(`${caught} of ${mutants.length} mutants caught`)
})

/** The first broken promise that the cases meant for a mutant bring to light. */
async function firstViolation(
  source: Source,
  { shownBy }: Pick<Mutant, 'shownBy'>,
): Promise<string | undefined> {
  if (!shownBy) return inHistories(source, 300)
  const scenario = scenarios[shownBy.scenario]
  const effects = await effectsOf(source, scenario, surroundings())
  for (const fault of shownBy.faults) {
    for (const position of effects.keys()) {
      const [first] = await runCase(source, scenario, position, fault, surroundings())
      if (first !== undefined) return first
    }
  }
  return undefined
}

async function inHistories(source: Source, numRuns: number): Promise<string | undefined> {
  for (const steps of fc.sample(histories, { numRuns, seed: 1 })) {
    const [first] = await playHistory(source, steps, surroundings())
    if (first !== undefined) return first
  }
  return undefined
}

it('finds nothing in a copy without a mistake', { timeout: 300_000 }, async () => {
  const source = await loadSource(await copySource('chat/control'))
  for (const scenario of ['delivery', 'an inbound message', 'an e-mail'] as const)
    expect(await firstViolation(source, { shownBy: { scenario, faults: ['die after'] } })).toBeUndefined()
  expect(await inHistories(source, 5)).toBeUndefined()
})

it.each(mutants.map((mutant, number) => ({ ...mutant, number })))(
  'catches a source that $name',
  { timeout: 300_000 },
  async ({ number, ...mutant }) => {
    const source = await loadSource(await growMutant(mutant, `chat/${number}`))
    expect(await firstViolation(source, mutant)).toMatch(mutant.breaks)
    caught += 1
  },
)
