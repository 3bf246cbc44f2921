import type { ListView } from '@functions/lib/chat/desk/list-address.ts'
import { inOrderOf, standsIn as stands, viewOf } from '@functions/lib/chat/desk/views.ts'
import type { DeskView } from '@functions/lib/chat/reading/thread-view.ts'
import type { Json } from '../api/json.ts'

export type Desk = Json<DeskView>

/** Why nobody has to answer a guest who waits, in the order of their keys. */
export const closings = ['answered-elsewhere', 'no-answer-needed', 'spam', 'other'] as const
type Closing = (typeof closings)[number]

export type DeskChange =
  | { ownerId: string | null; undo?: true }
  | { state: Desk['state']; until?: string; reason?: Closing; undo?: true; seenUntil?: string }

/** The undo of a change that woke a thread snoozes it again, if its time has not come. */
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
  unread: boolean
  important: boolean
  desk: Desk
  /** Milliseconds since the epoch. */
  updatedAt: number | null
}

interface Reader {
  uid: string
  now: number
}

/** A thread as Firestore has it, with what the reader has just done. */
function stored({ desk, unread, important, updatedAt }: Working, uid: string) {
  const times = {
    unansweredSince: desk.unansweredSince,
    dueBy: desk.dueBy,
    snoozedUntil: desk.snoozedUntil,
    updatedAt,
  }
  return {
    ...desk,
    ...Object.fromEntries(
      Object.entries(times).map(([name, at]) => [name, at === null ? null : new Date(at)]),
    ),
    needsAttention: unread ? [uid] : [],
    importantFor: important ? [uid] : [],
  }
}

/** Whether a thread stands in a view now: a deadline passes without anything being written. */
export const standsIn = (view: ListView, thread: Working, { uid, now }: Reader): boolean =>
  stands(viewOf(view, { userId: uid, now: new Date(now) }), stored(thread, uid))

/** The threads in the order of a view. */
export function ordered<Thread extends Working>(view: ListView, threads: readonly Thread[]): Thread[] {
  const compared = inOrderOf(viewOf(view, { userId: '', now: new Date(0) }))
  const all = threads.map(thread => ({ thread, fields: stored(thread, '') }))
  return all.toSorted((one, other) => compared(one.fields, other.fields)).map(({ thread }) => thread)
}
