import type { reply } from '@functions/http/integrations/read-bookable.ts'
import { laterDay } from '@functions/lib/days.ts'
import type * as z from 'zod'
import type { Json } from '../api/json.ts'

export type Bookable = Json<z.output<typeof reply>>
export type Room = Bookable['rooms'][number]
export type Run = Room['runs'][number]
export type NightState = Run['state']

const fine: readonly NightState[] = ['bookable', 'sold', 'closed']
const untold: readonly NightState[] = ['unknown', 'sync-failed']

/** Nights that are neither sold nor closed on purpose and cannot be booked. */
export const isFinding = ({ state }: Pick<Run, 'state'>): boolean =>
  !fine.includes(state) && !untold.includes(state)

/** Whether every night is told, and can be booked, is sold, or is closed on purpose. */
export const isWell = ({ rooms, problem }: Pick<Bookable, 'rooms' | 'problem'>): boolean =>
  rooms.length > 0 &&
  problem === null &&
  rooms.every(({ runs }) => runs.every(({ state }) => fine.includes(state)))

/** `YYYY-MM` of a day, so many months later. */
export function monthOf(day: string, later = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 7)
}

export interface Night {
  day: string
  /** Undefined beyond the calendar, and in other months. */
  state: NightState | undefined
}

/** The weeks of a month, from Monday on; those at its ends have days of other months. */
export function weeksOf(month: string, runs: readonly Run[]): Night[][] {
  const stateOn = (day: string) => runs.find(({ from, to }) => from <= day && day < to)?.state
  const weeks: Night[][] = []
  for (let monday = mondayBefore(`${month}-01`); monday.slice(0, 7) <= month; monday = laterDay(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, at) => laterDay(monday, at))
    weeks.push(days.map(day => ({ day, state: day.startsWith(month) ? stateOn(day) : undefined })))
  }
  return weeks
}

/** What stands in a month, each once, in the order of its nights. */
export const statesIn = (weeks: readonly Night[][]): NightState[] => [
  ...new Set(weeks.flat().flatMap(({ state }) => state ?? [])),
]

const mondayBefore = (day: string): string => laterDay(day, -((new Date(day).getUTCDay() + 6) % 7))
