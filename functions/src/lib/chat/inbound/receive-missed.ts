import * as z from 'zod'
import type { Needs } from '../../context.ts'
import { digestOf } from '../../digest.ts'
import { isVendorId } from '../../identifiers.ts'
import { items } from '../../items/item.ts'
import { type Page, type Round, type RoundDeps, type Run, runRound } from '../../rounds/round.ts'
import { optional } from '../../shapes.ts'
import { byId } from '../../store.ts'
import type { ChannelName } from '../channel-names.ts'
import { recordsOf } from '../inbound-records.ts'
import { isReadable, type ListedEntry, type ListedInbound } from './inbound-log.ts'
import { type Reached, stepOn, storedWalk, takeNext, type Walk, walkAfter, walkFrom } from './missed-walk.ts'
import {
  itemIdOf,
  nextTry,
  type QuarantineDeps,
  quarantine,
  receiveListed,
  storeInTriage,
} from './quarantine.ts'

type Deps = QuarantineDeps & RoundDeps & Needs<'inboundLog' | 'webhookItems'>

const checkpoint = z.object({
  /** Earlier messages are received or in quarantine. */
  readUntil: optional(z.date()),
  walk: optional(storedWalk),
})
type Checkpoint = z.infer<typeof checkpoint>

const minute = 60_000
/** Milliseconds, as the following. */
const firstRun = 24 * 60 * minute
/** A younger message may still reach the webhook, which says more than the list. */
const young = minute
const patience = 5_000
/** Messages between checkpoints. */
const pageSize = 200
/** Each sender's messages come in sequence. */
const sendersAtOnce = 8

/**
 * A webhook may be lost. Oldest messages come first, so that a later run continues; a failed message goes to
 * quarantine.
 */
export const receiveMissed = async (deps: Deps): Promise<void> =>
  runRound(deps, inboundRound(deps, await deps.inboundLog.channels()))

/** One sender's messages in order, or a page's unreadable ones. */
type Written = readonly ListedEntry[]

const inboundRound = (deps: Deps, channels: readonly ChannelName[]): Round<Checkpoint, Written> => ({
  name: 'inbound',
  schema: checkpoint,
  budgetMs: 4 * minute,
  atOnce: sendersAtOnce,
  saves: 'after',
  pages: (stored, run) => pagesOf(deps, channels, stored, run),
  async work(written, run) {
    const unreadable = written.filter(entry => !isReadable(entry))
    if (unreadable.length > 0) await quarantine(deps, unreadable)
    for (const entry of written.filter(isReadable)) {
      if (!run.isOn()) return 'unfinished'
      if (!(await isReceived(deps, entry))) await quarantine(deps, [entry])
    }
    return 'done'
  },
})

async function* pagesOf(
  deps: Deps,
  channels: readonly ChannelName[],
  stored: Checkpoint | undefined,
  run: Run,
): AsyncGenerator<Page<Checkpoint, Written>> {
  let readUntil = stored?.readUntil ?? new Date(run.startedAt.getTime() - firstRun)
  let walk: Walk | undefined = stored?.walk ?? walkFrom(channels, readUntil, run.startedAt)
  const reached: Reached = new Map()
  while (walk && run.isOn()) {
    const here: Walk = walk
    const list = here.lists.find(({ channel, marks }) => marks.length > 0 && !reached.has(channel))
    if (!list) {
      const next = takeNext(here, reached)
      for (let at = 0; at === 0 || at < next.entries.length; at += pageSize) {
        const rest = next.entries[at + pageSize]
        const until = rest ? rest.receivedAt : next.until
        if (until && until > readUntil) readUntil = until
        if (!rest) walk = next.walk ?? walkAfter(here, channels, deps.clock.now())
        const place = { readUntil, walk }
        const pieces = await piecesOf(deps, next.entries.slice(at, at + pageSize), run, stored)
        yield { pieces, reached: dealtWith => (dealtWith === pieces.length ? place : undefined) }
      }
      continue
    }
    const step = await stepOn(deps, here, list)
    if ('entries' in step) reached.set(list.channel, step.entries)
    else {
      walk = { ...here, lists: here.lists.map(one => (one === list ? step.further : one)) }
      const place = { readUntil, walk }
      yield { pieces: [], reached: () => place }
    }
  }
}

async function piecesOf(
  deps: Deps,
  entries: readonly ListedEntry[],
  { startedAt }: Run,
  before: Checkpoint | undefined,
): Promise<Written[]> {
  const missed = entries.length > 0 ? await missedOf(deps, entries, startedAt, before) : []
  return [...Map.groupBy(missed, entry => (isReadable(entry) ? entry.from : undefined)).values()]
}

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
  const backlog = isYoung ? await stillMissing(deps, missed) : missed
  const quarantined = byId(await deps.store.readAll(backlog.map(entry => items.at(itemIdOf(entry)))))
  const newEntries = backlog.filter(entry => !quarantined.has(itemIdOf(entry)))
  const newest = newEntries.at(-1)?.receivedAt
  if (newest) {
    deps.log.warn('inbound messages were missed', { count: newEntries.length })
    // Before the first round no webhook was active.
    if (before) await deps.webhookItems.missed('inbound-messages', newest)
  }
  return newEntries
}

/** A stable digest replaces an invalid id. */
const withSoundId = (entry: ListedEntry): ListedEntry =>
  isVendorId(entry.providerMessageId)
    ? entry
    : {
        channel: entry.channel,
        receivedAt: entry.receivedAt,
        odd: ['id'],
        providerMessageId: digestOf(entry.providerMessageId),
      }

async function stillMissing({ store }: Deps, listed: readonly ListedEntry[]): Promise<ListedEntry[]> {
  const places = listed.flatMap(({ providerMessageId }) => recordsOf(providerMessageId))
  const recorded = byId(await store.readAll(places))
  return listed.filter(({ providerMessageId }) => !recorded.has(providerMessageId))
}

/** In its thread or in triage. */
async function isReceived(deps: Deps, entry: ListedInbound): Promise<boolean> {
  const { providerMessageId } = entry
  try {
    await receiveListed(deps, deps.inboundLog, entry)
    return true
  } catch (error) {
    deps.log.error('a missed inbound message could not be received', { providerMessageId, error })
    return nextTry(entry, deps.clock.now()) === undefined && storeInTriage(deps, deps.inboundLog, entry)
  }
}
