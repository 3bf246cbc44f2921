import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { DocumentReference, Firestore } from 'firebase-admin/firestore'
import { params, type Settings } from '../functions/src/config.ts'
import type { Actor } from '../functions/src/lib/actor.ts'
import { recordOf } from '../functions/src/lib/record-of.ts'
import { type ScheduleName, scheduleNames, schedules } from '../functions/src/lib/schedules.ts'
import { calledAt, installMessages } from '../functions/test/support/acts.ts'
import { steppedClock } from '../functions/test/support/chat-deps.ts'
import { type ConnectableProperty, storeProperty } from '../functions/test/support/connection-builders.ts'
import { memoryLog } from '../functions/test/support/memory-log.ts'
import { type Bill, type Platform, startPlatform, vendorNames } from '../functions/test/support/platform.ts'
import type { SandboxAt } from '../functions/test/support/sandbox.ts'
import { sandboxSettings } from '../functions/test/support/test-context.ts'
import { ownProject } from '../functions/test/support/world.ts'

/** What stands there while nothing happens. */
export interface Size {
  threads: number
  channels: number
}

const [minute, halfADay, day, week] = [60_000, 12 * 3_600_000, 24 * 3_600_000, 7 * 24 * 3_600_000]
/** Those of one full round of the comparison: the run that begins it, and one in every period of a week. */
export const runsOfRound = 1 + week / (schedules.comparesearch * minute)
const operations: Actor = {
  ...{ uid: 'olivia', role: 'operations' },
  origin: { ipAddress: '127.0.0.1', userAgent: 'bench' },
}

/** What each schedule takes in an hour in which nothing happens. */
export const idleHour = (sandbox: SandboxAt, size: Size): Promise<Record<ScheduleName, Bill>> =>
  inIdleWorld(sandbox, size, async ({ platform, clock }) => {
    for (const name of scheduleNames) await platform.runs(name)
    const playHour = async () => {
      const bills = recordOf(scheduleNames, (): Bill[] => [])
      const start = clock.now().getTime()
      for (let at = 1; at <= 60; at += 1) {
        clock.forwardTo(start + at * minute)
        for (const name of scheduleNames.filter(one => at % schedules[one] === 0))
          bills[name].push(await platform.billOf(() => platform.runs(name)))
      }
      return recordOf(scheduleNames, name => sumOf(bills[name]))
    }
    // The first hour makes up for the day before.
    await playHour()
    return playHour()
  })

/** What the comparison takes in the runs of a full round in which nothing happens. */
export const idleRound = (sandbox: SandboxAt, threads: number): Promise<Bill> =>
  inIdleWorld(sandbox, { threads, channels: 0 }, async ({ platform, clock }) => {
    const start = clock.now().getTime()
    return platform.billOf(async () => {
      for (let at = 0; at < runsOfRound; at += 1) {
        clock.forwardTo(start + at * schedules.comparesearch * minute)
        await platform.runs('comparesearch')
      }
    })
  })

interface World {
  db: Firestore
  sandbox: SandboxAt
  platform: Platform
  clock: ReturnType<typeof passingClock>
}

/** So much, in the index and looked at, a day later, with the parameters' defaults. */
async function inIdleWorld<Played>(
  sandbox: SandboxAt,
  size: Size,
  play: (world: World) => Promise<Played>,
): Promise<Played> {
  const began = Date.now()
  const { db, close } = ownProject()
  const clock = passingClock()
  // Of its own, since comparing looks at everything.
  const index = `threads-${randomUUID()}`
  let isSetUp = false
  const settings: Settings = {
    ...sandboxSettings({ sandboxUrl: sandbox.url, index }),
    lanes: () => String(params.lanes.options.default),
    channelManagerLimits: () => String(params.channelManagerLimits.options.default),
    searchRoundMs: () => (isSetUp ? week : 0),
    watchRoundMs: () => halfADay,
  }
  const platform = await startPlatform({
    ...{ db, sandbox, clock, log: memoryLog([]) },
    settings: url => calledAt(settings, url),
  })
  const world = { db, sandbox, platform, clock }
  try {
    const property = size.channels > 0 ? await connect(world) : undefined
    await storeThreads(world, size.threads)
    await platform.runs('comparesearch')
    const { indexes } = await sandbox.state('algolia')
    if (indexes[index]?.length !== size.threads) throw new Error('The index does not have every thread.')
    isSetUp = true
    if (property) await talkAtOta(world, property)
    clock.forward(day)
    if (property) await storeChannels(world, size.channels, channelOf(world, property))
    return await play(world)
  } finally {
    platform.close()
    await close()
    const seconds = Math.round((Date.now() - began) / 1000)
    process.stderr.write(`… ${size.threads} threads, ${size.channels} channels: ${seconds} s\n`)
  }
}

/**
 * A clock that is moved, and on which time passes while somebody waits. It is ahead of the emulator's, and no day ends in
 * what is played.
 */
function passingClock() {
  const tomorrow = new Date(Date.now() + day).toISOString().slice(0, 10)
  const clock = steppedClock(new Date(`${tomorrow}T06:00:00Z`))
  const forwardTo = (time: number) => clock.forward(Math.max(0, time - clock.now().getTime()))
  const sleep = async (milliseconds: number) => {
    const until = clock.now().getTime() + milliseconds
    await setImmediate()
    forwardTo(until)
  }
  return { ...clock, sleep, forwardTo }
}

/** A property whose channel is connected and looked at. */
async function connect({ db, sandbox, platform }: World): Promise<ConnectableProperty> {
  const property = await storeProperty({ plan: 'paid' }, { db, sandbox })
  const { propertyId, hotelId } = property
  await platform.call(operations, 'POST', '/api/integrations/booking/connect', {
    ...{ propertyId, hotelId, paymentId: `pay-${propertyId}` },
  })
  await platform.settled()
  await platform.runs('workdue')
  return property
}

const channelOf = ({ db }: World, { propertyId }: ConnectableProperty): DocumentReference =>
  db.doc(`propertyChannels/${propertyId}_booking`)

/** A conversation in its inbox in which nobody waits for an answer. */
async function talkAtOta({ db, sandbox, platform }: World, property: ConnectableProperty): Promise<void> {
  const { propertyId, channelManagerId } = property
  await installMessages(platform, operations, propertyId)
  const written = { propertyId: channelManagerId, message: 'See you in May.', event: false }
  const { threadId } = await sandbox.writeAtOta(written)
  await sandbox.writeAtOta({ ...written, threadId, sender: 'property', message: 'Have a good journey!' })
  await platform.runs('sweepota')
  await platform.settled()
  const conversation = await db.doc(`otaConversations/${threadId}`).get()
  if (!conversation.get('threadId')) throw new Error('The conversation was not read.')
}

/** The others are made after it: half have been looked at that day, as at any hour, and half the day before. */
async function storeChannels({ db, platform, clock }: World, count: number, first: DocumentReference) {
  const before = await first.get()
  await platform.context.channels.lookSoon({ channelId: first.id }, clock.now())
  await platform.runs('workdue')
  const today = await first.get()
  if (before.get('seen') === today.get('seen')) throw new Error('The channel was not looked at.')
  const writer = db.bulkWriter({ throttling: false })
  for (let at = 1; at < count; at += 1)
    void writer.set(db.doc(`propertyChannels/c${idOf(at)}`), (at % 2 === 0 ? before : today).data() ?? {})
  await writer.close()
}

async function storeThreads({ db, clock }: World, count: number): Promise<void> {
  const thread = {
    ...{ source: 'guest', participantIds: ['sam'], version: 1 },
    ...{ needsAttention: [], needsAttentionMap: {} },
    updatedAt: new Date(clock.now().getTime() - week),
  }
  const writer = db.bulkWriter({ throttling: false })
  for (let at = 0; at < count; at += 1) void writer.set(db.doc(`threads/t${idOf(at)}`), thread)
  await writer.close()
}

const idOf = (at: number): string => String(at * 7_919).padStart(12, '0')

const sumOf = (bills: readonly Bill[]): Bill => {
  const total = (what: 'invocations' | 'reads' | 'writes' | 'deletes') =>
    bills.reduce((sum, bill) => sum + bill[what], 0)
  return {
    ...{ invocations: total('invocations'), reads: total('reads') },
    ...{ writes: total('writes'), deletes: total('deletes') },
    calls: recordOf(vendorNames, vendor => bills.flatMap(({ calls }) => calls[vendor])),
  }
}
