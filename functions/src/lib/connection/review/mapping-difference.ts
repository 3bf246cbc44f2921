import * as z from 'zod'
import type { ChannelRate, OtaOffer } from '../channel-manager.ts'
import type { RatePlan } from '../model.ts'

/** One line of a channel's mapping, for people. Names are null where the thing is no longer there. */
const line = z
  .object({
    otaRoomId: z.number(),
    otaRoomName: z.string().nullable(),
    otaRateId: z.number(),
    otaRateName: z.string().nullable(),
    occupancy: z.number(),
    /** Ours; null for one that the property does not have. */
    ratePlanId: z.string().nullable(),
    ratePlanName: z.string().nullable(),
    primary: z.boolean(),
  })
  .meta({ id: 'MappingLine' })
type DifferenceLine = z.infer<typeof line>

/** What writing a mapping changes at the channel manager. */
export const writtenDifference = z
  .object({
    added: z.array(line),
    removed: z.array(line),
    changed: z.array(
      z.object({
        ...line.shape,
        before: line.pick({ ratePlanId: true, ratePlanName: true, primary: true }),
      }),
    ),
    unchanged: z.number().meta({ description: 'Lines that stay as they are.' }),
  })
  .meta({ id: 'MappingDifference' })
export type MappingDifference = z.infer<typeof writtenDifference>

interface Names {
  offer: OtaOffer
  ratePlans: readonly RatePlan[]
}

/** What writing `after` changes at a channel whose mapping is `before`. Pure. */
export function mappingDifference(
  before: readonly ChannelRate[],
  after: readonly ChannelRate[],
  names: Names,
): MappingDifference {
  const difference: MappingDifference = { added: [], removed: [], changed: [], unchanged: 0 }
  const lineOf = liner(names)
  const rest = Map.groupBy(before, placeOf)
  for (const rate of after) {
    const old = rest.get(placeOf(rate))?.shift()
    if (!old) difference.added.push(lineOf(rate))
    else if (isSame(old, rate)) difference.unchanged += 1
    else {
      const { ratePlanId, ratePlanName, primary } = lineOf(old)
      difference.changed.push({ ...lineOf(rate), before: { ratePlanId, ratePlanName, primary } })
    }
  }
  difference.removed.push(...[...rest.values()].flat().map(lineOf))
  return difference
}

export const isEmpty = ({ added, removed, changed }: MappingDifference): boolean =>
  added.length + removed.length + changed.length === 0

/** Whether a channel has exactly these lines, in whichever order. Pure. */
export const hasLines = (before: readonly ChannelRate[], after: readonly ChannelRate[]): boolean =>
  isEmpty(mappingDifference(before, after, { offer: { pricingType: 'OBP', rooms: [] }, ratePlans: [] }))

const placeOf = ({ otaRoomId, otaRateId, occupancy }: ChannelRate): string =>
  `${otaRoomId}/${otaRateId}/${occupancy}`

const isSame = (a: ChannelRate, b: ChannelRate): boolean =>
  a.channelManagerRatePlanId === b.channelManagerRatePlanId &&
  a.primary === b.primary &&
  a.pricingType === b.pricingType

function liner({ offer, ratePlans }: Names): (rate: ChannelRate) => DifferenceLine {
  const rooms = new Map(offer.rooms.map(room => [room.id, room]))
  const plans = new Map(ratePlans.map(plan => [plan.channelManagerRatePlanId, plan]))
  return ({ otaRoomId, otaRateId, occupancy, channelManagerRatePlanId, primary }) => {
    const room = rooms.get(otaRoomId)
    const plan = plans.get(channelManagerRatePlanId)
    return {
      otaRoomId,
      otaRoomName: room?.title ?? null,
      otaRateId,
      otaRateName: room?.rates.find(({ id }) => id === otaRateId)?.title ?? null,
      occupancy,
      ratePlanId: plan?.id ?? null,
      ratePlanName: plan?.name ?? null,
      primary,
    }
  }
}
