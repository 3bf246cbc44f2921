import type { Needs } from '../../context.ts'
import { dayOf, laterDay, timeOf } from '../../days.ts'
import { digestOf } from '../../digest.ts'
import { ProviderError } from '../../errors.ts'
import type { ChannelManager } from '../channel-manager.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import type { PropertyRecord } from '../ports.ts'
import type { Bookable, Place } from './bookable.ts'
import type { ClosingRules } from './closing-rules.ts'
import { type Alarm, type Judged, judgeChannel } from './judge-channel.ts'

/** A calendar is as long as the property has it set. */
const [usualNights, mostNights] = [500, 730]

export interface SeenBookable {
  bookable: Bookable
  alarms: readonly Alarm[]
}

/**
 * What can be booked by a channel. One call of the channel manager, a second where it shows nothing available and that
 * has to be explained; undefined, and nothing else is read, where it says what it said before on the same day. `record`:
 * the channel's property. Throws ProviderError.
 */
export async function seeBookable(
  { channelManager, reservations, clock }: Needs<'channelManager' | 'reservations'>,
  channel: PropertyChannel,
  record: () => Promise<PropertyRecord>,
): Promise<SeenBookable | undefined> {
  const { propertyId, version, mappingStatus, closures, bookable } = channel
  const at = clock.now()
  const ofToday = knownPlace(channel, at)
  const place = ofToday ?? placeOf((await record()).property)
  if (!place) return undefined
  const { channelManagerPropertyId, nights, timeZone } = place
  const from = dayOf(at, timeZone)
  const to = laterDay(from, nights - 1)
  const calendar = await channelManager.calendar(channelManagerPropertyId, { from, to })
  const days = [...calendar].map(([plan, told]) => [plan, [...told]])
  const seen = digestOf([from, nights, version, mappingStatus, closures, days])
  // A reservation may have come or gone since nights were found unavailable, which the calendar does not tell.
  const isAsBefore = seen === bookable?.seen && bookable.alarms === 0 && !channel.lookAt
  if (isAsBefore) return undefined
  const [{ rooms, ratePlans }, stays] = await Promise.all([
    record(),
    reservations.staysAfter(propertyId, from),
  ])
  const time = timeOf(at, timeZone)
  const judge = (rules: ClosingRules) =>
    judgeChannel({ channel, rooms, ratePlans, stays, calendar, rules, time, from, nights })
  const known = bookable?.place.rules
  const first = judge(known ?? {})
  const isAsked = isUnexplained(first, { known, isOfToday: ofToday !== undefined })
  const rules = isAsked ? await rulesOf(channelManager, channelManagerPropertyId) : known
  const { rooms: seenRooms, alarms } = isAsked ? judge(rules ?? {}) : first
  return {
    bookable: {
      ...{ at, from, seen },
      place: { channelManagerPropertyId, nights, ...(timeZone && { timeZone }), ...(rules && { rules }) },
      ...{ rooms: seenRooms, alarms: alarms.length },
    },
    alarms,
  }
}

/** Where they are refused, what is lost is found all the same, without them, older ones included. */
async function rulesOf(
  channelManager: ChannelManager,
  channelManagerPropertyId: string,
): Promise<ClosingRules | undefined> {
  try {
    return await channelManager.closingRules(channelManagerPropertyId)
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'permanent') return undefined
    throw error
  }
}

/**
 * Whether to ask why nothing is available: at each look where that loses money; else once a day, where something has no
 * availability or there were rules, which may have changed since.
 */
function isUnexplained(
  { states, alarms }: Judged,
  { known, isOfToday }: { known: ClosingRules | undefined; isOfToday: boolean },
): boolean {
  if (alarms.some(({ reason }) => reason === 'no-availability')) return true
  if (known && isOfToday) return false
  return states.has('no-availability') || Object.keys(known ?? {}).length > 0
}

/** As it was read before on the same day, unless somebody gave a reason to look. */
function knownPlace({ bookable, lookAt }: PropertyChannel, now: Date): Place | undefined {
  const isOfToday = bookable && bookable.from === dayOf(now, bookable.place.timeZone)
  return isOfToday && !lookAt ? bookable.place : undefined
}

function placeOf(property: PropertyRecord['property']): Place | undefined {
  if (!property?.channelManagerId) return undefined
  const { channelManagerId, timeZone, stateLength } = property
  return {
    channelManagerPropertyId: channelManagerId,
    ...(timeZone && { timeZone }),
    nights: Math.min(mostNights, Math.max(1, stateLength ?? usualNights)),
  }
}
