import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { namesOf } from '../functions/src/lib/record-of.ts'
import {
  actsOn,
  type Cost,
  calledAt,
  costOf,
  mostOf,
  readsOfAnInbox,
} from '../functions/test/support/acts.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { type Bill, startPlatform } from '../functions/test/support/platform.ts'
import { type SandboxAt, sandboxAt } from '../functions/test/support/sandbox.ts'
import { sandboxSettings } from '../functions/test/support/test-context.ts'
import { hosted, idleDay, sizes } from './idle-day.ts'
import { priceOf } from './prices.ts'
import { atMost, type Report, type Result } from './result.ts'
import { openYard, type Yard } from './yard.ts'

const documentation = path.join(import.meta.dirname, '../docs/costs.md')

/** Reads of the comparison in an idle month with so many threads, and calls of a route in an idle hour of 10,000 channels. */
const [mostCompared, mostOfARoute] = [2_000_000, 1_800]

/** What each act, and an idle day, take and cost by `bench/prices.json`. Writes the tables into `docs/costs.md`. */
export async function benchCost(): Promise<Report> {
  await using yard = await openYard()
  await using vendors = await yard.sandbox()
  const sandbox = sandboxAt(vendors.url)
  const { bills: acts, inboxReads } = await playedActs(yard, sandbox)
  const idle = []
  for (const size of sizes) idle.push(await idleDay(sandbox, size))
  writeTables(acts, idle)
  const largest = idle.at(-1)
  if (!largest) throw new Error('There is no idle day.')
  return {
    title: 'cost: what each act takes, and an idle day',
    method:
      'The deployed functions in one process, on the emulator and the sandbox; all that they use is counted.',
    results: [
      ...Object.entries(acts).flatMap(([name, bill]) => rowsOf(name, bill)),
      ...idle.flatMap(({ name, bill }) => rowsOf(name, bill)),
      atMost(
        'an idle month with 100,000 threads: reads of the comparison',
        largest.compared * 30,
        mostCompared,
      ),
      atMost('100 open inboxes, one chatapp message elsewhere: reads', inboxReads, 100),
      atMost('an idle hour with 10,000 channels: calls of one route', largest.ofARoute, mostOfARoute),
    ],
  }
}

async function playedActs(yard: Yard, sandbox: SandboxAt) {
  const { db } = yard
  const settings = sandboxSettings({ sandboxUrl: sandbox.url })
  const platform = await startPlatform({
    ...{ db, sandbox, log: memoryLog([]) },
    settings: url => calledAt(settings, url),
  })
  try {
    const acts = await actsOn({ db, sandbox, platform })
    // What a process does once a minute is not what an act takes.
    for (const act of Object.values(acts)) await platform.billOf(act)
    const inboxReads = 100 * (await readsOfAnInbox({ db, sandbox, platform }))
    const bills: Record<string, Bill> = {}
    for (const name of namesOf(acts)) bills[name] = await platform.billOf(acts[name])
    return { bills, inboxReads }
  } finally {
    platform.close()
  }
}

const rowsOf = (name: string, bill: Bill): Result[] => {
  const most: Cost | undefined = Reflect.get(mostOf, name)
  return Object.entries(costOf(bill)).map(([figure, value]) =>
    atMost(`${name}: ${figure}`, value, most ? Number(Reflect.get(most, figure)) : null),
  )
}

type Idle = Awaited<ReturnType<typeof idleDay>>

/** In the order of the table, by the names of `prices.json`. */
const amountsOf = ({ invocations, reads, writes, deletes, calls }: Bill) => ({
  invocations,
  firestoreReads: reads,
  firestoreWrites: writes + deletes,
  algoliaCalls: calls.algolia.length,
  twilioMessages: calls.twilio.filter(call => call.startsWith('POST')).length,
  sendgridCalls: calls.sendgrid.length,
  channelManagerCalls: calls['channel-manager'].length,
})
const heads = [
  'invocations',
  'reads',
  'writes',
  'index',
  'Twilio',
  'e-mails',
  'channel manager',
  'US dollars',
]

const usdOf = (bill: Bill): number =>
  Object.entries(amountsOf(bill)).reduce((sum, [what, amount]) => sum + priceOf(what, amount), 0)

/** What happens at a property in a month, as the tables assume. */
const monthOfAProperty: Readonly<Record<string, number>> = {
  ...{ 'a plain post': 10, 'a note': 5, 'a chatapp message that is sent, delivered and read': 15 },
  ...{ 'an SMS that is sent and delivered': 2, 'a message of a guest': 20, 'reading what a guest wrote': 20 },
  ...{ 'a booking': 4, 'a connection that is paid': 0.05 },
}

function writeTables(acts: Readonly<Record<string, Bill>>, idle: readonly Idle[]): void {
  const row = (name: string, bill: Bill) => [
    name,
    ...Object.values(amountsOf(bill)).map(number),
    usd(usdOf(bill)),
  ]
  const counted = markdown([
    ['one', ...heads],
    ...Object.entries(acts).map(([name, bill]) => row(name, bill)),
    ...idle.map(({ name, bill }) => row(name, bill)),
  ])
  const [, middle, largest] = idle
  if (!middle || !largest) throw new Error('There are too few idle days.')
  const [aThousand, tenThousand] = [30 * usdOf(middle.bill), 30 * usdOf(largest.bill)]
  // What grows with the size grows evenly.
  const idleAt = new Map([
    [1_000, aThousand],
    [10_000, tenThousand],
    [100_000, tenThousand + 10 * (tenThousand - aThousand)],
  ])
  const counts = [...idleAt.keys()]
  const months = markdown([
    ['a month with so many properties', ...counts.map(number)],
    ...Object.entries(monthOfAProperty).map(([name, times]) => [
      `${name}, ${times} a property`,
      ...counts.map(count => usd(count * times * usdOf(acts[name] ?? nothing))),
    ]),
    ['idle', ...[...idleAt.values()].map(usd)],
  ])
  const text = readFileSync(documentation, 'utf8')
  writeFileSync(documentation, hosted(hosted(text, 'acts', counted), 'months', months))
}

const nothing: Bill = {
  ...{ invocations: 0, reads: 0, writes: 0, deletes: 0 },
  calls: { 'channel-manager': [], twilio: [], sendgrid: [], algolia: [], 'guest-platform': [] },
}
const number = (value: number): string => value.toLocaleString('en')
const usd = (value: number): string => (value < 1 ? value.toFixed(5) : number(Math.round(value)))
const markdown = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
