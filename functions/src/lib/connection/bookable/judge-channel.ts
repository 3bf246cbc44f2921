import { daysBetween, laterDay } from '../../days.ts'
import type { Stay } from '../../reservations/reservation.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import type { RatePlan, Room } from '../model.ts'
import type { Bookable, Closure } from './bookable.ts'
import type { Calendar } from './calendar.ts'
import { type ClosingRules, ruleNights } from './closing-rules.ts'
import { type AlarmReason, judgeRoom, type NightState, type RoomVerdict, type Run } from './judge-room.ts'
import { written } from './runs.ts'

interface Looked {
  channel: Pick<PropertyChannel, 'mapping' | 'mappingStatus' | 'closures'>
  rooms: readonly Room[]
  ratePlans: readonly RatePlan[]
  /** Those that have not ended by the first night. */
  stays: readonly Stay[]
  calendar: Calendar
  rules: ClosingRules
  /** The property's time of day, `HH:MM`. */
  time: string
  /** The first night. */
  from: string
  nights: number
}

export interface Judged {
  rooms: Bookable['rooms']
  /** What is said of any night. */
  states: ReadonlySet<NightState>
  /** Spans of nights where money is lost. */
  alarms: Alarm[]
}

export interface Alarm {
  reason: AlarmReason
  /** By what it is recognised: it stays the same as days pass. */
  key: string
  says: string
}

/**
 * What can be booked by a channel. A room without any mapped rate plan is not sold there on purpose once somebody has
 * finalised the mapping. Pure.
 */
export function judgeChannel(looked: Looked): Judged {
  const { channel, rooms, from, nights } = looked
  const plans = mappedPlans(looked)
  const judged = rooms.flatMap(room => {
    const ofRoom = plans.get(room.id)
    if (ofRoom) return [{ room, ...judgeRoom({ ...roomNights(looked, room), plans: ofRoom }) }]
    return channel.mappingStatus === 'finalized' ? [] : [{ room, ...unmapped(nights) }]
  })
  return {
    rooms: judged.map(({ room, runs, earliest, alarms }) => ({
      roomId: room.id,
      nights: written(runs),
      losses: alarms.map(alarm => alarm.from),
      ...(earliest && {
        earliest: { arrival: laterDay(from, earliest.from), departure: laterDay(from, earliest.to) },
      }),
    })),
    states: new Set(judged.flatMap(({ runs }) => runs.map(({ state }) => state))),
    alarms: judged.flatMap(({ room, alarms, end }) =>
      alarms.map(alarm => ({
        reason: alarm.state,
        key: [room.id, alarm.state, sinceWhen({ ...looked, end }, alarm)].join(' '),
        says: `${room.name}: ${saysOf({ ...looked, end }, alarm)}.`,
      })),
    ),
  }
}

const unmapped = (nights: number): RoomVerdict => ({
  runs: [{ state: 'not-mapped', from: 0, to: nights }],
  earliest: undefined,
  end: nights,
  alarms: [],
})

/**
 * The nights of each room's mapped rate plans. Only the primary line of a rate carries availability and rules; a listing
 * has one rate plan.
 */
function mappedPlans({ channel: { mapping }, ratePlans, calendar, from, nights }: Looked) {
  const lines = mapping.ratePlans.filter(({ primary }) => primary)
  const mapped = new Set(lines.map(({ ratePlanId }) => ratePlanId))
  const days = Array.from({ length: nights }, (_, night) => laterDay(from, night))
  const plans = ratePlans.filter(({ id }) => mapped.has(id))
  return new Map(
    [...Map.groupBy(plans, ({ roomId }) => roomId)].map(([roomId, ofRoom]) => [
      roomId,
      ofRoom.map(({ channelManagerRatePlanId }) => {
        const told = calendar.get(channelManagerRatePlanId ?? '')
        return days.map(day => told?.get(day))
      }),
    ]),
  )
}

function roomNights({ channel, rooms, stays, from, nights, rules, time }: Looked, { id, units }: Room) {
  const positions = (spans: readonly { from: string; to: string }[]) =>
    spans.flatMap(span => {
      const first = Math.max(0, daysBetween(from, span.from))
      const end = Math.min(nights, daysBetween(from, span.to))
      return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
    })
  // A booking without a room may have taken any, and has an item of its own; any other stay is in the only one.
  const isIn = ({ roomId, bookingId }: Stay['value']) =>
    roomId === id || (roomId === null && (bookingId !== null || rooms.length === 1))
  const sold = stays.flatMap(({ value }) =>
    isIn(value) && value.status === 'confirmed' && value.arrival && value.departure
      ? [{ from: value.arrival, to: value.departure }]
      : [],
  )
  return {
    ...{ nights, units: units ?? 1, byRule: ruleNights(rules, time) },
    stays: new Map(
      [...Map.groupBy(positions(sold), night => night)].map(([night, all]) => [night, all.length]),
    ),
    closed: new Set(positions(closuresOf(channel, id))),
  }
}

const closuresOf = ({ closures = [] }: { closures?: Closure[] | undefined }, room: string) =>
  closures.filter(({ roomId }) => roomId === room)

const says: Record<AlarmReason, string> = {
  unknown: 'the channel manager tells nothing of its rate plans',
  'no-availability': 'no availability, but not sold out',
  'cut-off': 'closed by the cut-off of the property',
  'too-far-ahead': 'further ahead than the property may be booked',
  'stop-sell': 'stop-sell',
  'no-price': 'no price',
  'minimum-stay': 'the minimum stay is longer than any stay can be',
  'closed-to-arrival': 'closed to arrival',
  'closed-to-departure': 'closed to departure',
  'maximum-stay': 'the maximum stay is shorter than any stay can be',
  'not-mapped': 'not mapped',
}

type Ended = Looked & Pick<RoomVerdict, 'end'>

/** Rules move with the days; other nights are recognised by their end. */
function sinceWhen(looked: Ended, { state, to }: Run): string | number | undefined {
  const { rules, from } = looked
  if (state === 'cut-off') return rules.cutOff?.days
  if (state === 'too-far-ahead') return rules.daysAhead
  return to >= looked.end ? 'on' : laterDay(from, to)
}

function saysOf(looked: Ended, alarm: Run & { state: AlarmReason }): string {
  const { cutOff, daysAhead } = looked.rules
  if (alarm.state === 'cut-off') return `${says['cut-off']}, ${cutOff?.days} days ahead`
  if (alarm.state === 'too-far-ahead') return `${says['too-far-ahead']}, ${daysAhead} days`
  return `${says[alarm.state]} ${when(looked, alarm)}`
}

function when(looked: Ended, { from, to }: Run): string {
  const { from: first, end } = looked
  const [begin, last] = [laterDay(first, from), laterDay(first, to - 1)]
  if (to >= end) return from === 0 ? 'on every day' : `from ${begin} on`
  if (from === 0) return `until the night of ${last}`
  return begin === last ? `on the night of ${begin}` : `from ${begin} to the night of ${last}`
}
