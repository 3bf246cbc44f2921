import * as z from 'zod'
import { dayMs } from '../../days.ts'
import { isRefused } from '../../errors.ts'
import type { Log } from '../../ports.ts'
import type { ChannelName } from '../channels/names.ts'
import { channelNames } from '../channels/names.ts'
import type { InboundLog, InboundPage, ListedEntry } from './inbound-log.ts'

const minute = 60_000
/** How far the provider's list and clock may be behind: what is so young is read again. Milliseconds. */
const overlap = 15 * minute

/** A page on the way from the newest to the oldest. */
const mark = z.object({
  /** Absent for the first page of a list. */
  address: z.string().optional(),
  /** The last entry on it when it was walked past. */
  last: z.string().optional(),
})

/**
 * A day of the provider's lists, which are newest first, walked to their oldest pages and back. Only the pages'
 * addresses are stored, so a day of any size takes as many runs as it needs.
 */
export const storedWalk = z.object({
  day: z.date(),
  /** What came before has been received. */
  since: z.date(),
  /** What comes later is left to the next walk. */
  startedAt: z.date(),
  lists: z.array(z.object({ channel: z.enum(channelNames), marks: z.array(mark) })),
})
export type Walk = z.infer<typeof storedWalk>
export type WalkedList = Walk['lists'][number]

const beginningOf = (time: Date): Date => new Date(Math.floor(time.getTime() / dayMs) * dayMs)
const dayAfter = (day: Date): Date => new Date(day.getTime() + dayMs)
const before = (time: Date): Date => new Date(time.getTime() - overlap)

type Channels = readonly ChannelName[]

const walkThrough = (channels: Channels, day: Date, readUntil: Date, startedAt: Date): Walk => ({
  day,
  since: before(readUntil),
  startedAt,
  lists: channels.map(channel => ({ channel, marks: [{}] })),
})

/** The walk through the day up to whose time everything has been read. */
export const walkFrom = (channels: Channels, readUntil: Date, now: Date): Walk =>
  walkThrough(channels, beginningOf(before(readUntil)), readUntil, now)

/** The walk through the day after, unless that day was not over when this one began. */
export const walkAfter = ({ day, startedAt }: Walk, channels: Channels, now: Date): Walk | undefined => {
  const next = dayAfter(day)
  return startedAt < next ? undefined : walkThrough(channels, next, next, now)
}

/** The list a page further, or what is on its oldest page that has not been read yet. */
type Step = { further: WalkedList } | { entries: ListedEntry[] }

/**
 * Reads the last marked page. It is the oldest if the list ends there, if it reaches back to what has been received, or
 * if its last entry is unchanged since it was marked; new messages may have moved that to the next page.
 */
export async function stepOn(
  { inboundLog, log }: { inboundLog: InboundLog; log: Log },
  { day, since }: Walk,
  { channel, marks }: WalkedList,
): Promise<Step> {
  // The list need not be quite in the order in which they came.
  const isNew = ({ receivedAt }: ListedEntry) => receivedAt === undefined || receivedAt >= before(since)
  const at = marks.at(-1) ?? {}
  const read = (address: string | undefined) => inboundLog.page({ channel, day }, address)
  const page = await read(at.address).catch((error: unknown) => {
    if (at.address === undefined || !isRefused(error)) throw error
    log.warn('the place in a list of inbound messages was refused, beginning again', { channel, error })
  })
  if (!page) return { further: { channel, marks: [{}] } }
  if (isOldest(page, at.last, since)) return { entries: page.entries.filter(isNew) }
  if (at.last !== undefined) {
    const next = await read(page.next)
    if (isOldest(next, at.last, since)) return { entries: [...page.entries, ...next.entries].filter(isNew) }
  }
  const last = page.ids.at(-1)
  const passed = last === undefined ? [] : [{ ...at, last }]
  return { further: { channel, marks: [...marks.slice(0, -1), ...passed, { address: page.next }] } }
}

const isOldest = ({ entries, ids, next }: InboundPage, last: string | undefined, since: Date): boolean =>
  next === undefined ||
  (last !== undefined && ids.includes(last)) ||
  entries.some(({ receivedAt }) => receivedAt !== undefined && receivedAt < since)

/** What has been read of the oldest page of each list, by channel. */
export type Reached = Map<string, ListedEntry[]>

const timeOf = ({ receivedAt }: ListedEntry): number => receivedAt?.getTime() ?? 0

export interface Next {
  entries: ListedEntry[]
  /** Everything until then is among them, or was before. */
  until: Date
  /** What is left; undefined when that was all. */
  walk: Walk | undefined
}

/**
 * Removes and returns, in order, the entries no later than every list's read end, with the marks of finished pages.
 * Entries that came after the walk began are left to the next walk.
 */
export function takeNext(walk: Walk, reached: Reached): Next {
  const ends = walk.lists
    .filter(({ marks }) => marks.length > 1)
    .map(({ channel }) => Math.max(0, ...(reached.get(channel) ?? []).map(timeOf)))
  const end = Math.min(walk.startedAt.getTime(), dayAfter(walk.day).getTime())
  const until = Math.min(...ends)
  const isNext = (entry: ListedEntry) => timeOf(entry) <= until
  const entries = [...reached.values()].flat().filter(isNext)
  const lists = walk.lists.map(list => {
    const left = (reached.get(list.channel) ?? []).filter(entry => !isNext(entry))
    if (left.length > 0) reached.set(list.channel, left)
    else reached.delete(list.channel)
    return left.length > 0 ? list : { ...list, marks: list.marks.slice(0, -1) }
  })
  const isOver = until >= end
  if (isOver) reached.clear()
  return {
    entries: entries.toSorted((a, b) => timeOf(a) - timeOf(b)),
    until: new Date(Math.min(until, end)),
    walk: isOver ? undefined : { ...walk, lists, since: until > 0 ? new Date(until) : walk.since },
  }
}
