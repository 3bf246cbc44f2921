import { laterDay } from '../../days.ts'
import type { Bookable } from './bookable.ts'
import { type NightState, nightStates, type Run } from './judge-room.ts'

const letters: Record<NightState, string> = {
  ...{ bookable: 'b', sold: 's', closed: 'c', unknown: 'u' },
  ...{ 'no-availability': 'a', 'stop-sell': 't', 'no-price': 'p', 'not-mapped': 'm' },
  ...{ 'cut-off': 'k', 'too-far-ahead': 'h' },
  ...{ 'minimum-stay': 'n', 'maximum-stay': 'x', 'closed-to-arrival': 'i', 'closed-to-departure': 'o' },
}

export const written = (runs: readonly Run[]): string =>
  runs.map(({ state, from, to }) => `${to - from}${letters[state]}`).join('')

/** What cannot be read is unknown. */
function readRuns(nights: string): Run[] {
  let from = 0
  return [...nights.matchAll(/(\d+)([a-z])/g)].map(([, count, letter]) => {
    const state = nightStates.find(one => letters[one] === letter) ?? 'unknown'
    const run = { state, from, to: from + Number(count) }
    from = run.to
    return run
  })
}

/**
 * `sync-failed`: the calendar sells the night, but the OTA did not take what it was sent last. It does not say which
 * nights that was, so that only it knows whether the night can be booked.
 */
export const shownStates = [...nightStates, 'sync-failed'] as const
export type ShownState = (typeof shownStates)[number]

export interface DayRun {
  state: ShownState
  from: string
  /** The day after the last night. */
  to: string
  /** Whether money is lost. */
  isLoss: boolean
}

/** The nights of a room, in order. */
export const daysOf = (
  first: string,
  { nights, losses }: Pick<Bookable['rooms'][number], 'nights' | 'losses'>,
  isSyncFailed: boolean,
): DayRun[] =>
  readRuns(nights).map(({ state, from, to }) => ({
    state: isSyncFailed && state === 'bookable' ? 'sync-failed' : state,
    from: laterDay(first, from),
    to: laterDay(first, to),
    isLoss: losses.includes(from),
  }))
