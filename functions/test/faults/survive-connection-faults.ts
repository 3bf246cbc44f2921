import { channelScenarios } from './channel-scenarios.ts'
import { connectionEffects, runConnectionCase } from './connection-case.ts'
import { type ConnectionScenario, connectionScenarios } from './connection-scenarios.ts'
import { type Disturbable, surviveEach } from './survive-faults.ts'

const all = { ...connectionScenarios, ...channelScenarios }

type Name = keyof typeof all

async function load(name: Name): Promise<Disturbable> {
  const scenario: ConnectionScenario = all[name]
  return {
    effects: around => connectionEffects(scenario, around),
    run: (position, fault, around) => runConnectionCase(scenario, position, fault, around),
  }
}

/** Tests that these scenarios of connecting survive every fault at each of their effects. */
export const surviveConnectionFaults = (...names: Name[]): void => surviveEach('connecting', names, load)

/** The same for those whose effects others have too: by one fault of each kind, or a run would take too long. */
export const surviveSomeFaults = (...names: Name[]): void =>
  surviveEach('connecting', names, load, [
    'die before',
    'die after',
    'lose the reply',
    'lose the reply to the commit',
    'lease runs out before',
  ])
