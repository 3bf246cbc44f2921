// Imported before the SDK is loaded.
import '../support/hasty-retries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxCredentials, startSandbox } from '../../../sandbox/src/index.ts'
import { Progress } from '../../../scripts/stack/progress.ts'
import { type StartingStack, startStack } from '../../../scripts/stack/stack.ts'
import { systemClock } from '../../src/adapters/system.ts'
import { params } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import type { Actor } from '../../src/lib/actor.ts'
import { connectRows } from '../../src/lib/connection/batches/connect-rows.ts'
import { createBatch } from '../../src/lib/connection/batches/create-batch.ts'
import { readBatch } from '../../src/lib/connection/batches/read-batch.ts'
import type { Context } from '../../src/lib/context.ts'
import type { DueKindName } from '../../src/triggers/due-work.ts'
import { workDue } from '../../src/triggers/work-due.ts'
import { chargesIn } from '../faults/batch-case.ts'
import { disturbed, Process } from '../faults/effects.ts'
import { forward, installTime } from '../faults/time.ts'
import { accounts } from '../faults/world.ts'
import { memoryLog } from '../support/memory-log.ts'
import { type SandboxAt, sandboxAt } from '../support/sandbox.ts'
import { sandboxSettings } from '../support/test-context.ts'
import { ownProject, type Project } from '../support/world.ts'
import { changePrices, type MixedPair, mixedPairs, sortOf } from './mixed-pairs.ts'
import { seededChance } from './random.ts'

const size = Number(process.env.MANY ?? 100)
const seed = Number(process.env.MANY_SEED ?? process.env.SEED ?? 1)
const minute = 60_000
const olivia: Actor = { uid: 'olivia', role: 'operations' }
const batchId = 'portfolio'
const kinds: DueKindName[] = ['connection-batch', 'attempt']
/** The share of runs that die, at any of their first effects. */
const deadly = 0.2

describe(`${size} pairs at once, whose runs are killed (seed ${seed})`, () => {
  let starting: StartingStack | undefined
  let sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined
  let vendors: SandboxAt
  let project: Project
  let mixed: MixedPair[] = []
  const chance = seededChance(seed)
  let [runs, deaths, minutes] = [0, 0, 0]

  /** A process of the schedule with its share of the channel manager's limits; all processes have the moved clock. */
  function processOf(process: Process): Context {
    const clock = { ...systemClock, sleep: async (milliseconds: number) => forward(milliseconds) }
    const context = createContext({
      settings: {
        ...sandboxSettings({ sandboxUrl: vendors.url, timeoutMs: 20_000 }),
        channelManagerLimits: () => params.channelManagerLimits.default,
        lanes: () => params.lanes.default,
      },
      firestore: project.db,
      clock,
      log: memoryLog([]),
      decorate: process.watch.bind(process),
    })
    return { ...context, userRecords: accounts('operations') }
  }

  const patient = () => processOf(new Process())

  /** The schedule runs each minute, and some of its runs die, until nothing waits. */
  async function untilDone(): Promise<void> {
    let running = patient()
    for (; (await readBatch(running, batchId)).isWorking; runs += 1) {
      if (runs > 20 * size) throw new Error('it never ends')
      forward(minute)
      minutes += 1
      if (!chance.is(deadly)) {
        await workDue(running, kinds)
        continue
      }
      deaths += 1
      const at = chance.below(120)
      await disturbed(
        at,
        process => workDue(processOf(process), kinds),
        die => async (_effect, run) => {
          if (chance.is(0.5)) await run()
          return die()
        },
      )
      running = patient()
    }
  }

  beforeAll(async () => {
    installTime()
    starting = startStack({
      progress: new Progress(process.stderr),
      parameters: {},
      onlyFirestore: true,
      withoutSchedules: true,
    })
    Object.assign(process.env, (await starting.ready).env, { FUNCTION_TARGET: 'workdue' })
    sandbox = await startSandbox({ credentials: sandboxCredentials })
    vendors = sandboxAt(sandbox.url)
    project = ownProject()
    const place = { db: project.db, sandbox: vendors }
    mixed = await mixedPairs(size, { place, context: patient(), actor: olivia })
  }, 600_000)

  afterAll(async () => {
    delete process.env.FUNCTION_TARGET
    await project?.close()
    await sandbox?.close()
    await starting?.stop()
  })

  it(
    'ends with each row right and each live property charged once, within what the channel manager allows',
    async () => {
      const context = patient()
      const pairs = mixed.map(({ pair }) => pair)
      const sorts = mixed.map(sortOf)
      const before = (await vendors.requests('channel-manager')).at(-1)?.number
      await createBatch(context, olivia, { batchId, ota: 'booking', pairs })
      await untilDone()
      const tested = await readBatch(context, batchId)
      expect(tested.rows).toMatchObject(sorts.map(sort => sort.tested))
      const testedAfter = minutes
      const rows = sorts.flatMap(({ ended }, at) => (ended ? [at] : []))
      const total = [{ amount: 4900 * rows.length, currency: 'EUR' }]
      await connectRows(context, olivia, { batchId, rows, total })
      await changePrices(mixed, { db: project.db, sandbox: vendors })
      await untilDone()
      const ended = await readBatch(context, batchId)
      expect(ended.rows).toMatchObject(sorts.map(sort => sort.ended ?? sort.tested))
      const live = sorts.filter(({ isLive }) => isLive).length
      const { channels } = await vendors.state('channel-manager')
      const ids = (all: readonly { attributes: { settings: { hotel_id: string } } }[]) =>
        new Set(all.map(({ attributes }) => attributes.settings.hotel_id)).size
      expect([channels.length, ids(channels)]).toEqual([live, live])
      expect(await chargesIn(project.db)).toEqual([live, live])
      const requests = await vendors.requests('channel-manager', before)
      const most = busiest(requests.map(({ at }) => Date.parse(at)))
      console.log(
        `${size} pairs: tested in ${testedAfter} min, connected in ${minutes - testedAfter}; ${runs} runs, ${deaths} killed, ${requests.length} calls, ${most} in the busiest minute`,
      )
      // The share of the schedule of 600 a minute, twice: a new process does not know what a killed one has used.
      expect(most).toBeLessThanOrEqual((2 * (600 * 7)) / 64)
    },
    Math.max(1_800_000, 6_000 * size),
  )
})

/** The most times within any minute. */
function busiest(times: readonly number[]): number {
  let [most, from] = [0, 0]
  for (const [at, time] of times.entries()) {
    while ((times[from] ?? time) <= time - minute) from += 1
    most = Math.max(most, at - from + 1)
  }
  return most
}
