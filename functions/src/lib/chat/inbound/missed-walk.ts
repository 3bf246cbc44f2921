import * as z from 'zod'
import { dayMs } from '../../days.ts'
import { isRefused } from '../../errors.ts'
import type { Log } from '../../ports.ts'
import { type ChannelName, channelNames } from '../channel-names.ts'
import type { InboundLog, InboundPage, ListedEntry } from './inbound-log.ts'

const minute = 60_000
/** Milliseconds that the provider's list and clock may be behind. */
const overlap = 15 * minute

const mark = z.object({
  /** Absent for the first page. */
  address: z.string().optional(),
  /** The page's last id when the walk passed. */
  last: z.string().optional(),
})

/**
 * Each walk goes from the newest page to the oldest and back. Only addresses are stored, so a day of any size takes
 * several runs.
 */
export const storedWalk = z.object({
  day: z.date(),
  /** The end of earlier reading. */
  since: z.date(),
  /** The next walk takes later messages. */
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

export const walkFrom = (channels: Channels, readUntil: Date, now: Date): Walk =>
  walkThrough(channels, beginningOf(before(readUntil)), readUntil, now)

export const walkAfter = ({ day, startedAt }: Walk, channels: Channels, now: Date): Walk | undefined => {
  const next = dayAfter(day)
  return startedAt < next ? undefined : walkThrough(channels, next, next, now)
}

type Step = { further: WalkedList } | { entries: ListedEntry[] }

/**
 * The oldest page ends the list, reaches received messages or holds its marked id, perhaps on the next page after new
 * messages.
 */
export async function stepOn(
  { inboundLog, log }: { inboundLog: InboundLog; log: Log },
  { day, since }: Walk,
  { channel, marks }: WalkedList,
): Promise<Step> {
  // The list's order is not exact.
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

/** Entries of each list's oldest page. */
export type Reached = Map<string, ListedEntry[]>

const timeOf = ({ receivedAt }: ListedEntry): number => receivedAt?.getTime() ?? 0

export interface Next {
  entries: ListedEntry[]
  /** No earlier message is missing. */
  until: Date
  /** Undefined after the day's last entry. */
  walk: Walk | undefined
}

/** Entries come in order, none later than a list's read end. */
export function takeNext(walk: Walk, reached: Reached): Next {
  const ends = walk.lists
    .filter(({ marks }) => marks.length > 1)
    .map(({ channel }) => Math.max(0, ...(reached.get(channel) ?? []).map(timeOf)))
  const end = Math.min(walk.startedAt.getTime(), dayAfter(walk.day).getTime())
  const until = Math.min(...ends)
  const isNext = (entry: ListedEntry) => timeOf(entry) <= until
  const entries = [...reached.values()].flat().filter(isNext)
  const lists = walk.lists.map(list => {
    const rest = (reached.get(list.channel) ?? []).filter(entry => !isNext(entry))
    if (rest.length > 0) reached.set(list.channel, rest)
    else reached.delete(list.channel)
    return rest.length > 0 ? list : { ...list, marks: list.marks.slice(0, -1) }
  })
  const isOver = until >= end
  if (isOver) reached.clear()
  return {
    entries: entries.toSorted((a, b) => timeOf(a) - timeOf(b)),
    until: new Date(Math.min(until, end)),
    walk: isOver ? undefined : { ...walk, lists, since: until > 0 ? new Date(until) : walk.since },
  }
}
