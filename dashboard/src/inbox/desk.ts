import type { ListView } from '@functions/lib/chat/desk/list-address.ts'
import type { DeskView } from '@functions/lib/chat/reading/thread-view.ts'
import type { Json } from '../api/json.ts'

/** What has to be done with a thread, by whom, and until when. */
export type Desk = Json<DeskView>

/** Ways of working through threads, in the order of their choice. */
export const deskViews = ['mine', 'unassigned', 'overdue', 'waiting', 'snoozed', 'done'] as const
export type DeskViewName = (typeof deskViews)[number]

/** Why nobody has to answer a guest who waits, in the order of their keys. */
export const closings = ['answered-elsewhere', 'no-answer-needed', 'spam', 'other'] as const
export type Closing = (typeof closings)[number]

/** What can be said of a thread: whose it is, or what is to be done with it. */
export type DeskChange =
  | { ownerId: string | null; undo?: true }
  | { state: Desk['state']; until?: string; reason?: Closing; undo?: true; seenUntil?: string }

/** What takes a change back. One that woke a thread sends it to sleep again, if its time has not come. */
export function undoOf(change: DeskChange, before: Desk, now: number): DeskChange {
  if ('ownerId' in change) return { ownerId: before.ownerId, undo: true }
  if (before.state !== 'snoozed') return { state: before.state, undo: true }
  const until = before.snoozedUntil
  if (until === null || timeOf(until) <= now) return { state: 'open', undo: true }
  return { state: 'snoozed', until, undo: true }
}

/** As the server will say it. */
export function deskAfter(change: DeskChange, desk: Desk): Desk {
  if ('ownerId' in change) return { ...desk, ownerId: change.ownerId }
  const { state, until = null, reason } = change
  const nobodyWaits = { unansweredSince: null, dueBy: null, escalatedAt: null }
  return { ...desk, state, snoozedUntil: until, ...(reason && nobodyWaits) }
}

const timeOf = (at: string): number => new Date(at).getTime()
const hour = 3_600_000

export type SnoozeName = 'hour' | 'threeHours' | 'evening' | 'tomorrow' | 'nextWeek'

/** Until when a thread may sleep, by the reader's clock: only times that are still to come, and each once. */
export function snoozeTimes(now: Date): { name: SnoozeName; until: Date }[] {
  const at = (days: number, hours: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours)
  const toMonday = (8 - now.getDay()) % 7 || 7
  const evening = at(0, 18)
  return [
    { name: 'hour', until: new Date(now.getTime() + hour) },
    { name: 'threeHours', until: new Date(now.getTime() + 3 * hour) },
    ...(evening.getTime() - now.getTime() > hour ? [{ name: 'evening' as const, until: evening }] : []),
    { name: 'tomorrow', until: at(1, 9) },
    // On a Sunday that is tomorrow.
    ...(toMonday > 1 ? [{ name: 'nextWeek' as const, until: at(toMonday, 9) }] : []),
  ]
}

/** How little time is left: late, nearly, or enough. */
export type Urgency = 'late' | 'near' | 'calm'

const nearMs = 15 * 60_000

export function urgencyOf({ dueBy, escalatedAt }: Pick<Desk, 'dueBy' | 'escalatedAt'>, now: number): Urgency {
  if (dueBy === null) return 'calm'
  const left = timeOf(dueBy) - now
  if (left < 0) return 'late'
  return escalatedAt !== null || left <= nearMs ? 'near' : 'calm'
}

interface Working {
  threadId: string
  unread: boolean
  important: boolean
  desk: Desk
  /** Milliseconds since the epoch. */
  updatedAt: number | null
}

/** Whether a thread stands in a view now: a deadline passes without anything being written. */
export const standsIn = (
  view: ListView,
  thread: Pick<Working, 'desk' | 'unread' | 'important'>,
  { uid, now }: { uid: string; now: number },
): boolean => belongs[view](thread, uid, now)

export const isLate = ({ desk: { dueBy } }: Pick<Working, 'desk'>, now: number): boolean =>
  dueBy !== null && timeOf(dueBy) <= now

type Belongs = (thread: Pick<Working, 'desk' | 'unread' | 'important'>, uid: string, now: number) => boolean

const belongs: Record<ListView, Belongs> = {
  recent: () => true,
  unread: ({ unread }) => unread,
  important: ({ important }) => important,
  mine: ({ desk: { ownerId, state } }, uid) => ownerId === uid && (state === 'open' || state === 'waiting'),
  unassigned: ({ desk }) => desk.ownerId === null && desk.unansweredSince !== null,
  overdue: (thread, _, now) => isLate(thread, now),
  waiting: ({ desk }) => desk.state === 'waiting',
  snoozed: ({ desk }) => desk.state === 'snoozed',
  done: ({ desk }) => desk.state === 'done',
}

/** The order of a view: who has waited longest comes first, where nobody waits whatever is next. */
export const orderOf: Record<ListView, (one: Working, other: Working) => number> = {
  recent: (one, other) => newestFirst(one, other),
  unread: (one, other) => newestFirst(one, other),
  important: (one, other) => newestFirst(one, other),
  mine: (one, other) => byTime('unansweredSince')(one, other) || newestFirst(one, other),
  unassigned: (one, other) => byTime('unansweredSince')(one, other),
  overdue: (one, other) => byTime('dueBy')(one, other),
  waiting: (one, other) => newestFirst(other, one),
  snoozed: (one, other) => byTime('snoozedUntil')(one, other),
  done: (one, other) => newestFirst(one, other),
}

type TimeName = 'unansweredSince' | 'dueBy' | 'snoozedUntil'

/** Without a time last. */
const byTime = (name: TimeName) => (one: Working, other: Working) => {
  const [first, second] = [one.desk[name], other.desk[name]]
  if (first === second) return 0
  if (first === null || second === null) return first === null ? 1 : -1
  return timeOf(first) - timeOf(second)
}

const newestFirst = (one: Working, other: Working): number => (other.updatedAt ?? 0) - (one.updatedAt ?? 0)
