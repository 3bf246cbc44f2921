import type { Actor } from '../functions/src/lib/actor.ts'
import { scheduleNames, schedules } from '../functions/src/lib/health/subjects.ts'
import { namesOf, recordOf } from '../functions/src/lib/record-of.ts'
import { calledAt } from '../functions/test/support/acts.ts'
import { steppedClock } from '../functions/test/support/chat-deps.ts'
import { storeProperty } from '../functions/test/support/connection-builders.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { type Bill, startPlatform } from '../functions/test/support/platform.ts'
import type { SandboxAt } from '../functions/test/support/sandbox.ts'
import { sandboxSettings } from '../functions/test/support/test-context.ts'
import { ownProject } from '../functions/test/support/world.ts'
import { quietThread } from './homes.ts'

interface Size {
  threads: number
  channels: number
}
export const sizes: readonly Size[] = [
  { threads: 1_000, channels: 100 },
  { threads: 10_000, channels: 1_000 },
  { threads: 100_000, channels: 10_000 },
]

const [minute, halfADay, week] = [60_000, 12 * 3_600_000, 7 * 24 * 3_600_000]
const operations: Actor = {
  ...{ uid: 'olivia', role: 'operations' },
  origin: { ipAddress: '127.0.0.1', userAgent: 'bench' },
}

/** What the schedules take in a day in which nothing happens: reads of the comparison, and an hour's calls of the busiest route. */
export async function idleDay(sandbox: SandboxAt, { threads, channels }: Size) {
  const name = `an idle day with ${threads.toLocaleString('en')} threads and ${channels.toLocaleString('en')} channels`
  const tell = (what: string) => process.stderr.write(`… ${name}: ${what}\n`)
  const { db, close } = ownProject()
  const clock = steppedClock()
  let isSetUp = false
  const settings = {
    ...sandboxSettings({ sandboxUrl: sandbox.url }),
    searchRoundMs: () => (isSetUp ? week : 0),
    watchRoundMs: () => (isSetUp ? halfADay : 0),
  }
  const platform = await startPlatform({
    ...{ db, sandbox, clock, log: memoryLog([]) },
    settings: url => calledAt(settings, url),
  })
  try {
    const { propertyId, hotelId } = await storeProperty({ plan: 'paid' }, { db, sandbox })
    await platform.call(operations, 'POST', '/api/integrations/booking/connect', {
      ...{ propertyId, hotelId, paymentId: `pay-${propertyId}` },
    })
    await platform.settled()
    await platform.runs('workdue')
    await platform.runs('workdue')
    const channel = (await db.doc(`propertyChannels/${propertyId}_booking`).get()).data() ?? {}
    const writer = db.bulkWriter({ throttling: false })
    for (let at = 1; at < channels; at += 1) void writer.set(db.doc(`propertyChannels/c${at}`), channel)
    const thread = quietThread({
      participantIds: ['sam'],
      version: 1,
      updatedAt: new Date(clock.now().getTime() - week),
    })
    for (let at = 0; at < threads; at += 1)
      void writer.set(db.doc(`threads/t${String(at * 7_919).padStart(9, '0')}`), thread)
    await writer.close()
    tell('stored')
    // The index gets its records, and every schedule its checkpoint.
    for (const name of scheduleNames) await platform.runs(name)
    tell('in the index')
    isSetUp = true
    clock.forward(week)
    for (const name of scheduleNames) await platform.runs(name)

    let compared = 0
    const hour = await platform.billOf(async () => {
      for (let at = 0; at < 60; at += 1) {
        clock.forward(minute)
        for (const name of scheduleNames.filter(one => at % schedules[one] === 0)) {
          const before = platform.reads()
          await platform.runs(name)
          if (name === 'comparesearch') compared += platform.reads() - before
        }
      }
    })
    return {
      name,
      bill: ofDay(hour),
      compared: hoursOfDay * compared,
      ofARoute: Math.max(...countsOf(hour.calls['channel-manager'].map(routeOf)).values()),
    }
  } finally {
    platform.close()
    await close()
  }
}

/** So many hours like that one: the emulator looks through all threads for each query, so a day would take hours. */
const hoursOfDay = 24
const ofDay = ({ invocations, reads, writes, deletes, calls }: Bill): Bill => ({
  invocations: hoursOfDay * invocations,
  reads: hoursOfDay * reads,
  writes: hoursOfDay * writes,
  deletes: hoursOfDay * deletes,
  calls: recordOf(namesOf(calls), vendor => Array.from({ length: hoursOfDay }, () => calls[vendor]).flat()),
})

const countsOf = (words: readonly string[]): Map<string, number> =>
  words.reduce((counts, word) => counts.set(word, (counts.get(word) ?? 0) + 1), new Map<string, number>())

const routeOf = (call: string): string => call.replace(/\/[^/?]*\d[^/?]*/g, '/:id').replace(/\?.*/, '')

/** A text with this between the marks of that name. */
export const hosted = (text: string, name: string, content: string): string =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`),
    (_, begin, end) => `${begin}\n${content}\n${end}`,
  )
