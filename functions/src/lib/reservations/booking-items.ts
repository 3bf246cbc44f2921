import { otaNames, otas } from '../connection/otas.ts'
import type { NewItem } from '../items/item.ts'
import type { FeedEntry } from './booking.ts'
import type { Stay } from './reservation.ts'

const named = 10

const kinds = {
  unmapped: 'unmapped-booking',
  overlap: 'overlapping-stay',
  notAcknowledged: 'booking-not-acknowledged',
} as const

export const itemIds = (reservationId: string) => ({
  unmapped: `${kinds.unmapped}_${reservationId}`,
  overlap: `${kinds.overlap}_${reservationId}`,
})

export type BookingAlarm = 'unmapped' | 'notAcknowledged'

/** An alarm of an unmapped room uses the item of the first stay. */
export const alarmIds = (bookingId: string): Record<BookingAlarm, string> => ({
  unmapped: itemIds(`${bookingId}_1`).unmapped,
  notAcknowledged: `${kinds.notAcknowledged}_${bookingId}`,
})

export const alarmItem = (
  alarm: BookingAlarm,
  propertyId: string,
  revisionId: string,
  at: Date,
): Omit<NewItem, 'id'> =>
  alarm === 'unmapped'
    ? {
        kind: kinds.unmapped,
        propertyId,
        createdAt: at,
        detail:
          'The channel manager has a booking whose room or rate is not mapped, and has not handed it over: availability is probably not reduced.',
        nextAction: `Look at revision ${revisionId} at the channel manager, map the room and the rate, and keep the room free by hand until the booking has come.`,
      }
    : {
        kind: kinds.notAcknowledged,
        propertyId,
        createdAt: at,
        detail: 'The channel manager has a booking that has not been acknowledged for half an hour.',
        nextAction: `Look at revision ${revisionId} at the channel manager, and keep its room free by hand unless it is among the property's reservations. It is asked for and acknowledged again by itself; if this is still open in an hour, tell engineering.`,
      }

export const isUnmapped = ({ kind }: NewItem): boolean => kind === kinds.unmapped

export function unmappedItem(stay: Stay, at: Date): NewItem {
  const item = { ...about(stay, at), id: itemIds(stay.id).unmapped, kind: kinds.unmapped }
  if (stay.value.roomId !== null)
    return {
      ...item,
      detail: `${capital(nameOf(stay))} names a rate that is none of this property's: its rate at ${otaLabel(stay)} is not mapped.`,
      nextAction:
        "Map the rate in the channel's mapping, and check the booking's price: the booking then gets its rate by itself. It is over as well once the booking is cancelled.",
    }
  return {
    ...item,
    detail: `${capital(nameOf(stay))} came without a room of this property: its room or rate at ${otaLabel(stay)} is not mapped.`,
    nextAction:
      "Keep the room free by hand, and map it and the rate in the channel's mapping: the booking then gets its room by itself. If it still has none ten minutes later, give it one at the channel manager.",
  }
}

export function overlapItem(stay: Stay, others: readonly Stay[], units: number, at: Date): NewItem {
  const listed = others.slice(0, named).map(nameOf).join('; ')
  const more = others.length > named ? `; and ${others.length - named} more` : ''
  const why =
    units === 1
      ? ', in the same room'
      : `: on a night, more stays are booked than the ${units} units that the room has`
  return {
    ...about(stay, at),
    id: itemIds(stay.id).overlap,
    kind: kinds.overlap,
    detail: `${capital(nameOf(stay))} lies over ${listed}${more}${why}.`,
    nextAction: 'Give one of the stays another room or other days, or cancel one of them with its guest.',
  }
}

export const notUnderstoodId = ({ id }: FeedEntry): string => `booking-not-understood_${id}`

export const notStoredItem = (propertyId: string, { id }: FeedEntry, at: Date): NewItem => ({
  id: `booking-not-stored_${id}`,
  kind: 'booking-not-stored',
  propertyId,
  detail: 'A booking could be read, but not stored.',
  nextAction: `It is tried again by itself. Look at revision ${id} at the channel manager, and keep its room free by hand until it is among the property's reservations; tell engineering, and resolve this then.`,
  createdAt: at,
})

export const notUnderstoodItem = (propertyId: string, entry: FeedEntry, at: Date): NewItem => ({
  id: notUnderstoodId(entry),
  kind: 'booking-not-understood',
  propertyId,
  detail: `A booking could not be read, so it is not stored. Missing or odd: ${entry.defects.slice(0, named).join(', ')}.`,
  nextAction: `Look at revision ${entry.id} at the channel manager, keep its room free by hand, and tell engineering.`,
  createdAt: at,
})

const about = ({ id, value }: Stay, at: Date) => ({
  propertyId: value.propertyId ?? undefined,
  ota: value.ota ?? undefined,
  channelId: value.channelId ?? undefined,
  reservationId: id,
  createdAt: at,
})

function nameOf({ id, value: { code, arrival, departure } }: Stay): string {
  const name = code === null ? `reservation ${id}` : `booking ${code}`
  return arrival === null ? name : `${name} (${arrival} to ${departure})`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const otaLabel = ({ value: { ota } }: Stay): string => {
  const otaName = otaNames.find(name => name === ota)
  return otaName ? otas[otaName].label : (ota ?? 'the OTA')
}
