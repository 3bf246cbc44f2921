import { channelScenarios } from './channel-scenarios.ts'
import { connectionEffects, runConnectionCase } from './connection-case.ts'
import { type ConnectionScenario, connectionScenarios } from './connection-scenarios.ts'
import { loadConnectionSource } from './connection-source.ts'
import { realSource } from './source.ts'
import { surviveEach } from './survive-faults.ts'

const all = { ...connectionScenarios, ...channelScenarios }

/** Tests that these scenarios of connecting survive every fault at each of their effects. */
export const surviveConnectionFaults = (...names: (keyof typeof all)[]): void =>
  surviveEach(names, async name => {
    const source = await loadConnectionSource(realSource)
    const scenario: ConnectionScenario = all[name]
    return {
      effects: around => connectionEffects(source, scenario, around),
      run: (position, fault, around) => runConnectionCase(source, scenario, position, fault, around),
    }
  })
