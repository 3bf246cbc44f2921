import type { Needs } from '../../context.ts'
import { dayOf, laterDay } from '../../days.ts'
import { digestOf } from '../../digest.ts'
import type { PropertyChannel } from '../channels/property-channel.ts'
import type { PropertyRecord } from '../ports.ts'
import type { Bookable, Place } from './bookable.ts'
import { type Alarm, judgeChannel } from './judge-channel.ts'

/** A calendar is as long as the property has it set. */
const [usualNights, mostNights] = [500, 730]

export interface SeenBookable {
  bookable: Bookable
  alarms: readonly Alarm[]
}

/**
 * What can be booked by a channel. One call of the channel manager; undefined, and nothing else is read, where it says
 * what it said before on the same day. `record`: the channel's property. Throws ProviderError.
 */
export async function seeBookable(
  { channelManager, reservations, clock }: Needs<'channelManager' | 'reservations'>,
  channel: PropertyChannel,
  record: () => Promise<PropertyRecord>,
): Promise<SeenBookable | undefined> {
  const { propertyId, version, mappingStatus, closures, bookable } = channel
  const at = clock.now()
  const place = knownPlace(channel, at) ?? placeOf((await record()).property)
  if (!place) return undefined
  const { channelManagerPropertyId, nights } = place
  const from = dayOf(at, place.timeZone)
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
  const judged = judgeChannel({ channel, rooms, ratePlans, stays, calendar, from, nights })
  return {
    bookable: { at, place, from, seen, rooms: judged.rooms, alarms: judged.alarms.length },
    alarms: judged.alarms,
  }
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
