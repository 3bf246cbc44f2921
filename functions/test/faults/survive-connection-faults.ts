import { connectionEffects, runConnectionCase } from './connection-case.ts'
import { connectionScenarios } from './connection-scenarios.ts'
import { loadConnectionSource } from './connection-source.ts'
import { realSource } from './source.ts'
import { surviveEach } from './survive-faults.ts'

/** Tests that these scenarios of connecting survive every fault at each of their effects. */
export const surviveConnectionFaults = (...names: (keyof typeof connectionScenarios)[]): void =>
  surviveEach(names, async name => {
    const [source, scenario] = [await loadConnectionSource(realSource), connectionScenarios[name]]
    return {
      effects: around => connectionEffects(source, scenario, around),
      run: (position, fault, around) => runConnectionCase(source, scenario, position, fault, around),
    }
  })
