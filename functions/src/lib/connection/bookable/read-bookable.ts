import type { Needs } from '../../context.ts'
import { loadChannel } from '../channels/change-channel.ts'
import type { ChannelRef } from '../channels/ports.ts'
import type { Bookable, Closure } from './bookable.ts'
import { type DayRun, daysOf } from './runs.ts'

/** What can be booked by a channel, for a calendar. */
export interface BookableView {
  propertyName: string
  ota: string
  /** When the channel manager was asked; null before the first time. */
  at: Date | null
  /** Why the OTA may show something else. */
  problem: 'not-active' | 'sync-failed' | null
  rooms: {
    roomId: string
    name: string
    /** By the calendar of the channel manager; null where nothing can be booked. */
    earliest: { arrival: string; departure: string } | null
    runs: DayRun[]
  }[]
  closures: Closure[]
}

/** Throws `property-not-found` or `channel-not-found`. */
export async function readBookable({ channels }: Needs<'channels'>, ref: ChannelRef): Promise<BookableView> {
  const { channel, rooms, propertyName } = await loadChannel(channels, ref)
  const { bookable, closures = [], ota, status, notSelling, verdict } = channel.value
  const names = new Map(rooms.map(({ id, name }) => [id, name]))
  const isSyncFailed = verdict?.result === 'failure'
  const problem = status !== 'active' || notSelling ? 'not-active' : isSyncFailed ? 'sync-failed' : null
  return {
    ...{ propertyName, ota, problem, closures, at: bookable?.at ?? null },
    rooms: (problem === 'not-active' ? [] : (bookable?.rooms ?? [])).map(room => ({
      ...{ roomId: room.roomId, name: names.get(room.roomId) ?? room.roomId },
      earliest: room.earliest ?? null,
      runs: daysOf(bookable?.from ?? '', room, isSyncFailed),
    })),
  }
}

/** In one line: when somebody can stay next, and how many spans of nights lose money. */
export interface BookableLine {
  at: Date
  earliest: { arrival: string; departure: string } | null
  alarms: number
}

export const bookableLine = ({ at, rooms, alarms }: Bookable): BookableLine => ({
  ...{ at, alarms },
  earliest:
    rooms
      .flatMap(({ earliest }) => earliest ?? [])
      .toSorted((a, b) => a.arrival.localeCompare(b.arrival) || a.departure.localeCompare(b.departure))[0] ??
    null,
})
