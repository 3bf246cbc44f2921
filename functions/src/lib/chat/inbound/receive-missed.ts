import * as z from 'zod'
import type { Checkpoints } from '../../checkpoints.ts'
import type { Missed } from '../../health/beats.ts'
import { inParallel } from '../../in-parallel.ts'
import { type InboundLog, isReadable, type ListedEntry, type ListedInbound } from './inbound-log.ts'
import {
  type Reached,
  stepOn,
  storedWalk,
  takeNext,
  type Walk,
  type WalkedList,
  walkAfter,
  walkFrom,
} from './missed-walk.ts'
import {
  itemIdOf,
  leftInTriage,
  nextTry,
  receiveListed,
  type StandAsideDeps,
  standAside,
} from './stand-aside.ts'

export interface ReceiveMissedDeps extends StandAsideDeps {
  checkpoints: Checkpoints
  inboundLog(): Promise<InboundLog>
  missed?: Missed
}

const storedPlace = z.object({
  /** Until when everything has been received, or stands aside. */
  readUntil: z.date().optional().catch(undefined),
  /** The day that is being read. */
  walk: storedWalk.optional().catch(undefined),
})
const catchUp = { name: 'inbound', schema: storedPlace }

const minute = 60_000
/** How far back the first run looks. Milliseconds, as all of these. */
const firstRun = 24 * 60 * minute
/** A message younger than this may still be on its way to the webhook, which tells more of it than the list. */
const young = minute
const patience = 5_000
/** The run starts receiving no message after this. */
const runBudgetMs = 4 * minute
/** Messages that are received before the run writes down how far it has come. */
const pageSize = 200
/** Senders whose messages are received at once; those of one sender come one after another. */
const sendersAtOnce = 8

/**
 * Receives what the provider has for us and its webhook did not tell: a day after the other and page after page, each
 * from the oldest on, so that however much was missed a later run goes on where this one ended. One that fails stands
 * aside with an item, and is tried again as due work.
 */
export async function receiveMissed(deps: ReceiveMissedDeps): Promise<void> {
  const [log, checkpoint] = await Promise.all([deps.inboundLog(), deps.checkpoints.read(catchUp)])
  const started = deps.clock.now()
  const readUntil = checkpoint?.value.readUntil ?? new Date(started.getTime() - firstRun)
  const walk = checkpoint?.value.walk ?? walkFrom(log, readUntil, started)
  const run: Run = { log, started, readUntil, walk, reached: new Map() }
  let revision = checkpoint?.revision
  for await (const place of places(deps, run)) {
    // Where another run was faster, what it reached counts.
    const ended = await deps.checkpoints.write(catchUp, place, revision)
    if (ended === 'unresolved') return
    revision = ended.result
  }
}

interface Place {
  readUntil: Date
  walk: Walk | undefined
}

interface Run extends Place {
  log: InboundLog
  started: Date
  reached: Reached
}

const later = (one: Date, other: Date): Date => (one > other ? one : other)
const isInTime = ({ clock }: ReceiveMissedDeps, { started }: Run): boolean =>
  clock.now().getTime() - started.getTime() < runBudgetMs

/** Where it is after each page that it has looked at or received, as long as there is time. */
async function* places(deps: ReceiveMissedDeps, run: Run): AsyncGenerator<Place> {
  while (run.walk && isInTime(deps, run)) {
    const list = run.walk.lists.find(({ channel, marks }) => marks.length > 0 && !run.reached.has(channel))
    if (!list) yield* receiveNext(deps, run, run.walk)
    else if (await isFurther(deps, run, run.walk, list)) yield placeOf(run)
  }
}

const placeOf = ({ readUntil, walk }: Run): Place => ({ readUntil, walk })

/** Looks at the next page of a list. False when that is the oldest of those that are to be received. */
async function isFurther(deps: ReceiveMissedDeps, run: Run, walk: Walk, list: WalkedList): Promise<boolean> {
  const step = await stepOn({ log: deps.log, inboundLog: run.log }, walk, list)
  if ('entries' in step) {
    run.reached.set(list.channel, step.entries)
    return false
  }
  run.walk = { ...walk, lists: walk.lists.map(one => (one === list ? step.further : one)) }
  return true
}

/** Receives what has been reached, and goes on to the next day when that was all. */
async function* receiveNext(deps: ReceiveMissedDeps, run: Run, walk: Walk): AsyncGenerator<Place> {
  const next = takeNext(walk, run.reached)
  for (let at = 0; at < next.entries.length; at += pageSize) {
    if (!(await receivePage(deps, run, next.entries.slice(at, at + pageSize)))) return
    const restFrom = next.entries[at + pageSize]?.receivedAt
    if (restFrom) {
      run.readUntil = later(run.readUntil, restFrom)
      yield placeOf(run)
    }
  }
  run.readUntil = later(run.readUntil, next.until)
  run.walk = next.walk ?? walkAfter(walk, run.log, deps.clock.now())
  yield placeOf(run)
}

/** Those of one sender in the order they were written. False when there was no time for all of them. */
async function receivePage(
  deps: ReceiveMissedDeps,
  run: Run,
  page: readonly ListedEntry[],
): Promise<boolean> {
  const missed = await missedOf(deps, page, run.started)
  const newest = missed.at(-1)?.receivedAt
  if (newest) {
    deps.log.warn('inbound messages were missed', { count: missed.length })
    deps.missed?.('inbound-messages', newest)
  }
  const bySender = Map.groupBy(missed.filter(isReadable), ({ from }) => from)
  const aside: ListedEntry[] = missed.filter(entry => !isReadable(entry))
  let isWhole = true
  await inParallel(sendersAtOnce, [...bySender.values()], async entries => {
    for (const entry of entries) {
      if (!isInTime(deps, run)) isWhole = false
      else if (!(await isReceived(deps, run.log, entry))) aside.push(entry)
    }
  })
  if (aside.length > 0) await standAside(deps, aside)
  return isWhole
}

async function missedOf(
  deps: ReceiveMissedDeps,
  listed: readonly ListedEntry[],
  started: Date,
): Promise<ListedEntry[]> {
  const missed = await stillMissing(deps, listed)
  const isYoung = missed.some(
    ({ receivedAt }) => receivedAt && started.getTime() - receivedAt.getTime() < young,
  )
  if (isYoung) await deps.clock.sleep(patience)
  const left = isYoung ? await stillMissing(deps, missed) : missed
  const aside = await deps.items.read(left.map(itemIdOf))
  return left.filter(entry => !aside.has(itemIdOf(entry)))
}

async function stillMissing(
  { inbound }: ReceiveMissedDeps,
  listed: readonly ListedEntry[],
): Promise<ListedEntry[]> {
  const missing = await inbound.missing(listed.map(({ providerMessageId }) => providerMessageId))
  return listed.filter(({ providerMessageId }) => missing.has(providerMessageId))
}

/** In its thread or in triage. */
async function isReceived(deps: ReceiveMissedDeps, log: InboundLog, entry: ListedInbound): Promise<boolean> {
  const { providerMessageId } = entry
  try {
    await receiveListed(deps, log, entry)
    return true
  } catch (error) {
    deps.log.error('a missed inbound message could not be received', { providerMessageId, error })
    return nextTry(entry, deps.clock.now()) === undefined && leftInTriage(deps, log, entry)
  }
}
