import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { digestOf } from '../../digest.ts'
import { isVendorId } from '../../identifiers.ts'
import type { Page, Round, Walk as RoundWalk, Run } from '../../rounds/round.ts'
import { type RoundDeps, runRound } from '../../rounds/run-round.ts'
import { optional } from '../../shapes.ts'
import type { ChannelName } from '../channels/names.ts'
import { isReadable, type ListedEntry, type ListedInbound } from './inbound-log.ts'
import {
  type Next,
  type Reached,
  stepOn,
  storedWalk,
  takeNext,
  type Walk,
  walkAfter,
  walkFrom,
} from './missed-walk.ts'
import {
  itemIdOf,
  leftInTriage,
  nextTry,
  type QuarantineDeps,
  quarantine,
  receiveListed,
} from './quarantine.ts'

type Deps = QuarantineDeps & RoundDeps & Needs<'inboundLog' | 'webhookItems'>

const checkpoint = z.object({
  /** Until when everything has been received, or is quarantined. */
  readUntil: optional(z.date()),
  /** The day that is being read. */
  walk: optional(storedWalk),
})
type Checkpoint = z.infer<typeof checkpoint>

const minute = 60_000
/** How far back the first run looks. Milliseconds, as all of these. */
const firstRun = 24 * 60 * minute
/** A message younger than this may still be on its way to the webhook, which tells more of it than the list. */
const young = minute
const patience = 5_000
/** Messages that are received before the run writes down how far it has come. */
const pageSize = 200
/** Senders whose messages are received at once; those of one sender come one after another. */
const sendersAtOnce = 8

/**
 * Receives messages whose webhook was lost, day by day and page by page, oldest first, so that a later run continues
 * where this one ended. A message that fails is quarantined with an item and tried again as due work.
 */
export const receiveMissed = async (deps: Deps): Promise<void> =>
  runRound(deps, inboundRound(deps, await deps.inboundLog.channels()))

/** One sender's messages on a page, in the order in which they were written. */
type Written = readonly ListedInbound[]

const inboundRound = (deps: Deps, channels: readonly ChannelName[]): Round<Checkpoint, Written> => {
  /** Those of the page in hand that cannot be received. */
  let quarantined: ListedEntry[] = []
  return {
    kind: { name: 'inbound', schema: checkpoint },
    budgetMs: 4 * minute,
    atOnce: sendersAtOnce,
    saves: 'after',
    begin: (stored, run) =>
      dayByDay(deps, channels, { stored, run }, async (entries, moveOn) => {
        const missed = entries.length > 0 ? await missedOf(deps, entries, run.startedAt, stored) : []
        quarantined = missed.filter(entry => !isReadable(entry))
        const pieces = [...Map.groupBy(missed.filter(isReadable), ({ from }) => from).values()]
        const end = async (dealtWith: number) => {
          if (quarantined.length > 0) await quarantine(deps, quarantined)
          if (dealtWith === pieces.length) moveOn()
        }
        return { pieces, end }
      }),
    async work(written, run) {
      for (const entry of written) {
        if (!run.isOn()) return 'unfinished'
        if (!(await isReceived(deps, entry))) quarantined.push(entry)
      }
      return 'done'
    },
  }
}

/** Makes a page of messages, and of what holds once they have been dealt with. */
type PageOf = (entries: readonly ListedEntry[], moveOn: () => void) => Promise<Page<Written>>

/** The way through the provider's lists: to the oldest page of each, and back. */
function dayByDay(
  { log, clock, inboundLog }: Deps,
  channels: readonly ChannelName[],
  { stored, run }: { stored: Checkpoint | undefined; run: Run },
  pageOf: PageOf,
): RoundWalk<Checkpoint, Written> {
  let readUntil = stored?.readUntil ?? new Date(run.startedAt.getTime() - firstRun)
  let walk: Walk | undefined = stored?.walk ?? walkFrom(channels, readUntil, run.startedAt)
  const reached: Reached = new Map()
  const receivedUntil = (time: Date | undefined) => {
    if (time && time > readUntil) readUntil = time
  }

  async function* pages(): AsyncGenerator<Page<Written>, undefined> {
    while (walk && run.isOn()) {
      const here: Walk = walk
      const list = here.lists.find(({ channel, marks }) => marks.length > 0 && !reached.has(channel))
      if (!list) yield* receiving(here, takeNext(here, reached))
      else {
        const step = await stepOn({ log, inboundLog }, here, list)
        if ('entries' in step) reached.set(list.channel, step.entries)
        else {
          walk = { ...here, lists: here.lists.map(one => (one === list ? step.further : one)) }
          yield { pieces: [] }
        }
      }
    }
  }

  /** Receives what has been reached, and goes on to the next day when that was all. */
  async function* receiving(here: Walk, { entries, until, walk: left }: Next): AsyncGenerator<Page<Written>> {
    let at = 0
    for (; at + pageSize < entries.length; at += pageSize) {
      const restFrom = entries[at + pageSize]?.receivedAt
      yield await pageOf(entries.slice(at, at + pageSize), () => receivedUntil(restFrom))
    }
    yield await pageOf(entries.slice(at), () => {
      receivedUntil(until)
      walk = left ?? walkAfter(here, channels, clock.now())
    })
  }

  const found = pages()
  const next = async () => (await found.next()).value
  return { checkpoint: () => ({ readUntil, walk }), next }
}

/** Those that are neither stored nor kept, nor quarantined. */
async function missedOf(
  deps: Deps,
  listed: readonly ListedEntry[],
  started: Date,
  before: Checkpoint | undefined,
): Promise<ListedEntry[]> {
  const missed = await stillMissing(deps, listed.map(withSoundId))
  const isYoung = missed.some(
    ({ receivedAt }) => receivedAt && started.getTime() - receivedAt.getTime() < young,
  )
  if (isYoung) await deps.clock.sleep(patience)
  const left = isYoung ? await stillMissing(deps, missed) : missed
  const quarantined = await deps.items.read(left.map(itemIdOf))
  const found = left.filter(entry => !quarantined.has(itemIdOf(entry)))
  const newest = found.at(-1)?.receivedAt
  if (newest) {
    deps.log.warn('inbound messages were missed', { count: found.length })
    // Before the first round nobody was listening.
    if (before) await deps.webhookItems.missed('inbound-messages', newest)
  }
  return found
}

/** An id that names nothing of ours is replaced by one that says the same each time. */
const withSoundId = (entry: ListedEntry): ListedEntry =>
  isVendorId(entry.providerMessageId)
    ? entry
    : {
        ...{ channel: entry.channel, receivedAt: entry.receivedAt, odd: ['id'] },
        providerMessageId: digestOf(entry.providerMessageId),
      }

async function stillMissing({ inbound }: Deps, listed: readonly ListedEntry[]): Promise<ListedEntry[]> {
  const missing = await inbound.missing(listed.map(({ providerMessageId }) => providerMessageId))
  return listed.filter(({ providerMessageId }) => missing.has(providerMessageId))
}

/** In its thread or in triage. */
async function isReceived(deps: Deps, entry: ListedInbound): Promise<boolean> {
  const { providerMessageId } = entry
  try {
    await receiveListed(deps, deps.inboundLog, entry)
    return true
  } catch (error) {
    deps.log.error('a missed inbound message could not be received', { providerMessageId, error })
    return nextTry(entry, deps.clock.now()) === undefined && leftInTriage(deps, deps.inboundLog, entry)
  }
}
