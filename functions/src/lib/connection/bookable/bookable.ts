import * as z from 'zod'
import { laterDay } from '../../days.ts'
import { type NightState, nightStates, type Run } from './judge-room.ts'

const day = z.iso.date()

/** Nights that somebody confirmed to be closed on purpose. */
export const closure = z.object({
  roomId: z.string(),
  from: day,
  /** The day after the last closed night. */
  to: day,
  by: z.string(),
  at: z.date(),
})
export type Closure = z.infer<typeof closure>

const stay = z.object({ arrival: day, departure: day })

/** Whose calendar it is, and how far it goes. */
const place = z.object({
  channelManagerPropertyId: z.string(),
  timeZone: z.string().optional(),
  nights: z.number().int().positive(),
})
export type Place = z.infer<typeof place>

/** What could be booked by a channel when it was last looked at. */
export const storedBookable = z.object({
  at: z.date(),
  place,
  /** The first night, by the property's clock. */
  from: day,
  /** What it was judged by, as a hash. */
  seen: z.string(),
  rooms: z.array(
    z.object({
      roomId: z.string(),
      /** `30b3s`: thirty nights that can be booked, then three that are sold. */
      nights: z.string(),
      earliest: stay.optional(),
      /** The first nights of those spans in which money is lost, by position. */
      losses: z.array(z.number().int()),
    }),
  ),
  /** Spans of nights where money is lost. */
  alarms: z.number().int(),
})
export type Bookable = z.infer<typeof storedBookable>

const letters: Record<NightState, string> = {
  ...{ bookable: 'b', sold: 's', closed: 'c', unknown: 'u' },
  ...{ 'no-availability': 'a', 'stop-sell': 't', 'no-price': 'p', 'not-mapped': 'm' },
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

/** What a closure to the end of the calendar ends with: nights that are told later belong to it. */
export const openEnd = '9999-12-31'

export interface DayRun {
  state: NightState
  from: string
  /** The day after the last night. */
  to: string
  /** Whether money is lost. */
  isLoss: boolean
}

/** The nights of a room, in order. */
export const daysOf = (first: string, { nights, losses }: Bookable['rooms'][number]): DayRun[] =>
  readRuns(nights).map(({ state, from, to }) => ({
    state,
    from: laterDay(first, from),
    to: laterDay(first, to),
    isLoss: losses.includes(from),
  }))
