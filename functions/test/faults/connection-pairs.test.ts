import { expect, it } from 'vitest'
import { sweeps } from '../support/due.ts'
import { connecting, ending } from './connection-case.ts'
import { connectionScenarios } from './connection-scenarios.ts'
import { beyondLease, type ConnectionWorld, createConnectionWorld } from './connection-world.ts'
import { dyingAt, type Effect, nameOf, type Process } from './effects.ts'
import type { Surroundings } from './run-case.ts'
import { useSurroundings } from './surroundings.ts'
import { countCases, isComplete, turn } from './survive-faults.ts'
import { forward } from './time.ts'

/** Processes that take up a dead press: another press, or a sweep. */
const successors = {
  'a press': (world: ConnectionWorld, process: Process) => world.press({ process }),
  'a sweep': (world: ConnectionWorld, process: Process) => sweeps.connections(world.context(process)),
}
type Successor = (typeof successors)[keyof typeof successors]

const scenario = connectionScenarios['a paid connect']

/** Effects that leave nothing: a death after one is like a death after the effect before. */
const reads =
  /\.(load|unfinished|openRequests|pendingRequestIds|get|read|find|reservationOf|testConnection|connectionTypes|offer|groupOf|channelsOf|channelsOfHotel|channel|readinessIssues)$/
const isRead = (effect: Effect): boolean => reads.test(nameOf(effect))

/**
 * A press dies right after its effect at `first`, and its successor right after the effect at `second`. Returns the
 * violations in the end, none for a read; undefined when the successor has no such effect.
 */
async function runPair(
  successor: Successor,
  [first, second]: [number, number],
  surroundings: Surroundings,
): Promise<{ effect: Effect; broken: string[] } | undefined> {
  const world = await createConnectionWorld(surroundings, scenario.spec)
  try {
    await diesAfter(first, process => world.press({ process }))
    forward(beyondLease)
    const effect = (await diesAfter(second, process => successor(world, process)))[second]
    if (!effect) return undefined
    return { effect, broken: isRead(effect) ? [] : await ending(world, scenario) }
  } finally {
    await world.close()
  }
}

/** Runs a process that dies after the effect at `position`; returns its effects. */
async function diesAfter(position: number, run: (process: Process) => Promise<unknown>): Promise<Effect[]> {
  let effects: Effect[] = []
  const watched = (process: Process) => {
    effects = process.effects
    return run(process)
  }
  await dyingAt(position, 'after', watched)
  return effects
}

/** With `FAULTS=all` each second death is tried, else one of this many, others each time. */
const share = isComplete ? 1 : 12

const surroundings = useSurroundings()
const cases = countCases('connecting')

it.each(Object.entries(successors))(
  'connecting survives %s that dies as well, after any effect of either',
  {
    timeout: isComplete ? 3_600_000 : 300_000,
  },
  async (_name, successor) => {
    const effects = await connecting.effectsOf(scenario, surroundings())
    const found: string[] = []
    for (const [first, effect] of effects.entries()) {
      if (isRead(effect)) continue
      for (let second = (first + turn) % share; ; second += share) {
        const end = await runPair(successor, [first, second], surroundings())
        if (!end) break
        if (isRead(end.effect)) continue
        cases.add()
        const what = `${first} (${nameOf(effect)}), then ${second} (${nameOf(end.effect)})`
        found.push(...end.broken.map(one => `${what}: ${one}`))
      }
    }
    expect(found).toEqual([])
  },
)
