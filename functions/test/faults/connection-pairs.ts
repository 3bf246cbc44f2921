import { sweeps } from '../../src/triggers/sweeps.ts'
import { ending } from './connection-case.ts'
import { beyondLease } from './connection-recovery.ts'
import { connectionScenarios } from './connection-scenarios.ts'
import { type ConnectionWorld, createConnectionWorld } from './connection-world.ts'
import { disturbed, type Effect, nameOf, type Process } from './effects.ts'
import type { Surroundings } from './run-case.ts'
import { forward } from './time.ts'

/** Who takes up what died: the person presses again, or a sweep comes by. */
export const successors = {
  'a press': (world: ConnectionWorld, process: Process) => world.press({ process }),
  'a sweep': (world: ConnectionWorld, process: Process) => sweeps.connections(world.services(process)),
}
export type Successor = keyof typeof successors

const scenario = connectionScenarios['a paid connect']

/** Nothing is left by it: who dies after one has died after the effect before it. */
const reads =
  /\.(load|account|unfinished|openRequests|pendingRequestIds|propertyName|reservationOf|testConnection|connectionTypes|offer|groupOf|channelsOf|channelsOfHotel|channel|readinessIssues)$/
export const isRead = (effect: Effect): boolean => reads.test(nameOf(effect))

/**
 * A press dies right after its effect at `first`, and whoever takes that up right after theirs at `second`. Answers what
 * is broken in the end; undefined when the successor has no such effect, and nothing when it leaves nothing.
 */
export async function runPair(
  successor: Successor,
  [first, second]: [number, number],
  surroundings: Surroundings,
): Promise<{ effect: Effect; broken: string[] } | undefined> {
  const world = await createConnectionWorld(surroundings, scenario.spec)
  try {
    await diesAfter(first, process => world.press({ process }))
    forward(beyondLease)
    const effect = (await diesAfter(second, process => successors[successor](world, process)))[second]
    if (!effect) return undefined
    return { effect, broken: isRead(effect) ? [] : await ending(world, scenario) }
  } finally {
    await world.close()
  }
}

/** Answers the effects that it came to. */
async function diesAfter(position: number, run: (process: Process) => Promise<unknown>): Promise<Effect[]> {
  let effects: Effect[] = []
  const watched = (process: Process) => {
    effects = process.effects
    return run(process)
  }
  await disturbed(position, watched, die => async (_effect, go) => {
    await go()
    return die()
  })
  return effects
}
