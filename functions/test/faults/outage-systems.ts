import type { Firestore } from 'firebase-admin/firestore'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Sandbox, sandboxCredentials, startSandbox } from '../../../sandbox/src/index.ts'
import { systemClock } from '../../src/adapters/system.ts'
import type { Context } from '../../src/lib/context.ts'
import type { DueQuery } from '../../src/lib/due/due.ts'
import { oldestDue } from '../../src/lib/due/due-work.ts'
import { laneNames } from '../../src/lib/due/lanes.ts'
import { type DueKindName, dueKinds } from '../../src/triggers/due-work.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { closedUrl, type Fault } from '../adapters/harness.ts'
import { memoryLog } from '../support/memory-log.ts'
import { sandboxAt, type Vendor } from '../support/sandbox.ts'
import { sandboxSettings, testContext } from '../support/test-context.ts'
import { ownProject } from '../support/world.ts'
import { Process } from './effects.ts'
import { forward, installTime } from './time.ts'

export const minute = 60_000
export const hour = 60 * minute

/** Messages that are due when an outage begins. */
export const dueMessages = Number(process.env.OUTAGE ?? 150)

/**
 * Limits of every lane: calls a second, of which the schedule takes half, and pieces at once. The pieces under way and
 * half of the rate are less than the rate, so that calls which arrive together exceed it in no second.
 */
export const perSecond = Math.max(20, dueMessages / 50)
export const atOnce = 8

/** How vendors fail; `unreachable`: nobody listens. */
export const ways: Readonly<Record<string, Fault | 'unreachable'>> = {
  'is not there': 'unreachable',
  'closes every connection': { mode: 'reset' },
  'fails at every request': { mode: 'status', status: 503 },
  'asks for patience': { mode: 'status', status: 429 },
  'never answers': { mode: 'timeout' },
  'refuses our key': { mode: 'status', status: 401 },
  'forbids what we ask': { mode: 'status', status: 403 },
  'loses its answers after it has accepted': { mode: 'processed-then-reset' },
}

export interface System {
  db: Firestore
  /** Builds the context of a further process. */
  build(vendors?: { sandboxUrl?: string; timeoutMs?: number }, process?: Process): Context
  context: Context
}

const laneTexts = (limit: string): string => laneNames.map(lane => `${lane}=${limit}`).join()

/** A system that begins empty; its clock and that of vendors in this process are moved together. */
export function newSystem(
  sandboxUrl: string,
  limit = `${perSecond}/${atOnce}`,
): System & { close(): Promise<void> } {
  const { db, close } = ownProject()
  const clock = { ...systemClock, sleep: async (milliseconds: number) => forward(milliseconds) }
  const build: System['build'] = (given, process = new Process()) => {
    const settings = {
      ...sandboxSettings({ sandboxUrl, timeoutMs: 15_000, ...given }),
      lanes: () => laneTexts(limit),
    }
    const decorate = process.watch.bind(process)
    return testContext({ settings, firestore: db, clock, log: memoryLog([]), decorate })
  }
  return { db, build, context: build(), close }
}

/** A sandbox, systems that are closed in the end, and outages. */
export function useSystems() {
  installTime()
  let sandbox: Sandbox
  const systems = new Set<ReturnType<typeof newSystem>>()
  const vendors = () => sandboxAt(sandbox.url)
  beforeAll(async () => {
    sandbox = await startSandbox({ credentials: sandboxCredentials })
  })
  beforeEach(() => vendors().reset())
  afterAll(async () => {
    await sandbox.close()
    await Promise.all([...systems].map(system => system.close()))
  })

  function ownSystem(): System {
    const system = newSystem(sandbox.url)
    systems.add(system)
    return system
  }

  /** Six hours of the schedule, in which a vendor fails. */
  async function outage(
    { build }: System,
    { vendor, way, kinds }: { vendor: Vendor; way: Fault | 'unreachable'; kinds: readonly DueKindName[] },
  ): Promise<void> {
    if (way !== 'unreachable') await vendors().fault({ vendor, ...way })
    const context = build(
      way === 'unreachable'
        ? { sandboxUrl: await closedUrl() }
        : { ...(way.mode === 'timeout' && { timeoutMs: 50 }) },
    )
    const endsAt = Date.now() + 6 * hour
    for (let round = 0; Date.now() < endsAt; round += 1) {
      await workDue(context, kinds)
      forward(round < 5 ? minute : 30 * minute)
    }
    await vendors().clearFaults()
  }

  return { vendors, ownSystem, outage }
}

/** Enough runs for everything that an outage left behind. */
const mostRuns = 300

/** Runs the schedule whenever something is due, a minute later at the soonest, until these queries find nothing. */
export async function untilNothingIsDue(
  { context }: System,
  kinds: readonly DueKindName[],
  queries: readonly DueQuery[] = kinds.map(kind => dueKinds[kind].query),
): Promise<void> {
  for (let run = 0; run < mostRuns; run += 1) {
    await workDue(context, kinds)
    const oldest = await Promise.all(queries.map(query => oldestDue(context.store, query)))
    const next = oldest.flatMap(at => at?.getTime() ?? []).toSorted((a, b) => a - b)[0]
    if (next === undefined) return
    forward(Math.max(minute, next - Date.now()))
  }
  throw new Error(`still due after ${mostRuns} runs: ${kinds}`)
}

/** Queries of messages to be sent or looked up. Checks of sent ones go on for a day, and are not waited for. */
export const messageQueries: readonly DueQuery[] = [
  dueKinds['chatapp-delivery'].query,
  dueKinds['look-up'].query,
]

export const untilSent = (system: System): Promise<void> => untilNothingIsDue(system, sending, messageQueries)

/** Kinds of work that send messages and find out what became of them. */
export const sending: readonly DueKindName[] = ['chatapp-delivery', 'look-up', 'sent-check']

export const deliveries = async (db: Firestore) =>
  (await db.collectionGroup('messages').select('delivery').get()).docs.map(message => message.get('delivery'))

/** The most smaller numbers that come after one number in the order. */
export function mostOvertaken(order: readonly number[]): number {
  const waiting = order.toSorted((a, b) => a - b)
  const overtaken = order.map(number => {
    const at = waiting.indexOf(number)
    waiting.splice(at, 1)
    return at
  })
  return overtaken.reduce((most, one) => Math.max(most, one), 0)
}
