import { systemClock } from '../functions/src/adapters/system.ts'
import { namesOf } from '../functions/src/lib/record-of.ts'
import {
  actsOn,
  type Cost,
  calledAt,
  costOf,
  mostOf,
  readsOfAnInbox,
} from '../functions/test/support/acts.ts'
import { storeInbox } from '../functions/test/support/inbox-threads.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { readsOfDashboards } from '../functions/test/support/open-desks.ts'
import { type Bill, startPlatform } from '../functions/test/support/platform.ts'
import { type SandboxAt, sandboxAt } from '../functions/test/support/sandbox.ts'
import { sandboxSettings } from '../functions/test/support/test-context.ts'
import { writeTables } from './cost-tables.ts'
import { idleHour, idleRound } from './idle-day.ts'
import { idleDays } from './idle-sums.ts'
import { atMost, type Report, type Result } from './result.ts'
import { openYard, type Yard } from './yard.ts'

/** Reads of the comparison in an idle month with so many threads, and calls of a route by a schedule in an idle hour of 10,000 channels. */
const [mostCompared, mostOfARoute] = [2_000_000, 1_800]

/** Acts that are played once more after a minute in which nothing happened. */
const firstOfMinute = ['a plain post', 'a chatapp message that is sent, delivered and read'] as const

/** What each act, and an idle day, take and cost by `bench/prices.json`. Writes the tables into `docs/costs.md`. */
export async function benchCost(): Promise<Report> {
  await using yard = await openYard()
  await using vendors = await yard.sandbox()
  const sandbox = sandboxAt(vendors.url)
  const { bills: acts, inboxReads, desks } = await playedActs(yard, sandbox)
  const idle = await idleDays(
    size => idleHour(sandbox, size),
    threads => idleRound(sandbox, threads),
  )
  writeTables(acts, idle)
  return {
    title: 'cost: what each act takes, and an idle day',
    method:
      'The deployed functions in one process, on the emulator and the sandbox; all that they use is counted.',
    results: [
      ...Object.entries(acts).flatMap(([name, bill]) => rowsOf(name, costOf(bill))),
      ...idle.days.flatMap(({ name, amounts }) => rowsOf(name, amounts)),
      atMost(
        'an idle month with 100,000 threads: reads of the comparison',
        idle.comparedInAMonth,
        mostCompared,
      ),
      atMost('100 open inboxes, one chatapp message elsewhere: reads', inboxReads, 100),
      atMost('100 dashboards, 10,000 threads, a guest writes: reads', desks.guestWrites, 100),
      atMost('100 dashboards, 10,000 threads, staff answer: reads', desks.staffAnswer, 100),
      atMost(
        'an idle hour with 10,000 channels: calls of one route by one schedule',
        idle.ofARoute,
        mostOfARoute,
      ),
      atMost('an idle hour with twice the threads: reads of workdue', idle.workdueWithTwice, idle.workdue),
    ],
  }
}

async function playedActs(yard: Yard, sandbox: SandboxAt) {
  const { db } = yard
  const settings = sandboxSettings({ sandboxUrl: sandbox.url })
  let aheadMs = 0
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) }
  const platform = await startPlatform({
    ...{ db, sandbox, clock, log: memoryLog([]) },
    settings: url => calledAt(settings, url),
  })
  try {
    const acts = await actsOn({ db, sandbox, platform })
    // What a process does once a minute is not what an act takes.
    for (const act of Object.values(acts)) await platform.billOf(act)
    const inboxReads = 100 * (await readsOfAnInbox({ db, sandbox, platform }))
    const bills: Record<string, Bill> = {}
    for (const name of namesOf(acts)) bills[name] = await platform.billOf(acts[name])
    for (const name of firstOfMinute) {
      aheadMs += 61_000
      bills[`${name}, the first of its minute`] = await platform.billOf(acts[name])
    }
    await storeInbox(db, 10_000)
    const desks = await readsOfDashboards({ db, sandbox, platform }, 100)
    return { bills, inboxReads, desks }
  } finally {
    platform.close()
  }
}

const rowsOf = (name: string, cost: object): Result[] => {
  const most: Cost | undefined = Reflect.get(mostOf, name)
  return Object.entries(cost).map(([figure, value]) =>
    atMost(`${name}: ${figure}`, value, most ? Number(Reflect.get(most, figure)) : null),
  )
}
