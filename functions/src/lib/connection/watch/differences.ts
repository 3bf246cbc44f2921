import * as z from 'zod'
import type { ChannelRate, OtaOffer, OtaRate, OtaRoom } from '../channel-manager.ts'
import { rateKeyOf } from '../mapping/rate-lines.ts'
import { otaId } from '../ota-id.ts'

const differenceKinds = [
  'pricing-changed',
  'room-added',
  'room-removed',
  'room-renamed',
  'rate-added',
  'rate-removed',
  'rate-renamed',
  'rate-changed',
  'line-added',
  'line-removed',
  'line-changed',
] as const

export const offerDifference = z
  .object({
    kind: z.enum(differenceKinds),
    otaRoomId: otaId.nullable(),
    otaRateId: otaId.nullable(),
    text: z.string(),
  })
  .meta({ id: 'OfferDifference' })
export type Difference = z.infer<typeof offerDifference>

/** In any order. */
export function offerDifferences(before: OtaOffer, now: OtaOffer): Difference[] {
  const pricing: Difference[] =
    before.pricingType === now.pricingType
      ? []
      : [
          {
            kind: 'pricing-changed',
            otaRoomId: null,
            otaRateId: null,
            text: `The hotel is priced as ${now.pricingType} now, before as ${before.pricingType}.`,
          },
        ]
  const rooms = pairs(before.rooms, now.rooms, room => room.id)
  return [...pricing, ...rooms.flatMap(pair => roomDifferences(...pair))]
}

function roomDifferences(before: OtaRoom | undefined, now: OtaRoom | undefined): Difference[] {
  if (!before) return now ? [roomOf(now, 'room-added', `${nameOf(now)} is new`)] : []
  if (!now) return [roomOf(before, 'room-removed', `${nameOf(before)} is no longer offered`)]
  const renamed = roomOf(now, 'room-renamed', `${nameOf(before)} is called "${now.title}" now`)
  const rates = pairs(before.rates, now.rates, rate => rate.id)
  return [
    ...(before.title === now.title ? [] : [renamed]),
    ...rates.flatMap(pair => rateDifferencesIn(now, ...pair)),
  ]
}

function rateDifferencesIn(
  room: OtaRoom,
  before: OtaRate | undefined,
  now: OtaRate | undefined,
): Difference[] {
  const about = (rate: OtaRate, kind: Difference['kind'], what: string): Difference => ({
    kind,
    otaRoomId: room.id,
    otaRateId: rate.id,
    text: `Room "${room.title}": rate "${rate.title}" (${rate.id}) ${what}.`,
  })
  if (!before) return now ? [about(now, 'rate-added', 'is new')] : []
  if (!now) return [about(before, 'rate-removed', 'is no longer offered')]
  return [
    ...(before.title === now.title ? [] : [about(before, 'rate-renamed', `is called "${now.title}" now`)]),
    ...changesOf(before, now).map(change => about(now, 'rate-changed', change)),
  ]
}

function changesOf(before: OtaRate, now: OtaRate): string[] {
  const changes: string[] = []
  if (guestsOf(before) !== guestsOf(now))
    changes.push(`is sold for ${guestsOf(now)} now, before for ${guestsOf(before)}`)
  if (before.maxPersons !== now.maxPersons)
    changes.push(`holds ${personsOf(now)} now, before ${personsOf(before)}`)
  if (before.readonly !== now.readonly) changes.push(now.readonly ? 'is read-only now' : 'can be changed now')
  if (before.derived !== now.derived)
    changes.push(now.derived ? 'follows another rate now' : 'has prices of its own now')
  if (before.pricing !== now.pricing)
    changes.push(`is priced as ${now.pricing} now, before as ${before.pricing}`)
  return changes
}

const guestsOf = ({ occupancies }: OtaRate): string => {
  const numbers = [...new Set(occupancies)].sort((a, b) => a - b)
  return numbers.length === 0
    ? 'no stated number of guests'
    : `${numbers.join(', ')} ${numbers.at(-1) === 1 ? 'guest' : 'guests'}`
}

const personsOf = ({ maxPersons }: OtaRate): string =>
  maxPersons === null
    ? 'an unstated number of guests'
    : `at most ${maxPersons} ${maxPersons === 1 ? 'guest' : 'guests'}`

const nameOf = ({ id, title }: OtaRoom): string => `Room "${title}" (${id})`

const roomOf = ({ id }: OtaRoom, kind: Difference['kind'], text: string): Difference => ({
  kind,
  otaRoomId: id,
  otaRateId: null,
  text: `${text}.`,
})

/** In any order. */
export function rateDifferences(before: readonly ChannelRate[], now: readonly ChannelRate[]): Difference[] {
  return pairs(before, now, rateKeyOf).flatMap(pair => lineDifferences(...pair))
}

function lineDifferences(before: ChannelRate | undefined, now: ChannelRate | undefined): Difference[] {
  const line = now ?? before
  if (!line) return []
  const about = (kind: Difference['kind'], what: string): Difference => ({
    kind,
    otaRoomId: line.otaRoomId,
    otaRateId: line.otaRateId,
    text: `Room ${line.otaRoomId}, rate ${line.otaRateId} for ${line.occupancy} ${line.occupancy === 1 ? 'guest' : 'guests'} ${what}.`,
  })
  if (!before) return [about('line-added', `is mapped to rate plan ${line.channelManagerRatePlanId}`)]
  if (!now) return [about('line-removed', 'is not mapped')]
  return lineChanges(before, now).map(change => about('line-changed', change))
}

function lineChanges(before: ChannelRate, now: ChannelRate): string[] {
  const changes: string[] = []
  if (before.channelManagerRatePlanId !== now.channelManagerRatePlanId)
    changes.push(
      `is mapped to rate plan ${now.channelManagerRatePlanId}, not ${before.channelManagerRatePlanId}`,
    )
  if (before.primary !== now.primary)
    changes.push(
      now.primary ? 'carries availability and restrictions' : 'does not carry availability and restrictions',
    )
  if (before.pricingType !== now.pricingType)
    changes.push(`is priced as ${now.pricingType}, not ${before.pricingType}`)
  return changes
}

function pairs<T>(
  before: readonly T[],
  now: readonly T[],
  keyOf: (item: T) => string | number,
): [T | undefined, T | undefined][] {
  const [old, current] = [new Map(before.map(withKey)), new Map(now.map(withKey))]
  function withKey(item: T): [string | number, T] {
    return [keyOf(item), item]
  }
  const keys = [...new Set([...old.keys(), ...current.keys()])]
  return keys.sort(byKey).map(key => [old.get(key), current.get(key)])
}

const byKey = (a: string | number, b: string | number): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : 1
}
