import * as z from 'zod'
import type { ChannelRate, OtaOffer } from '../channel-manager.ts'
import type { RatePlan } from '../model.ts'
import { otaId } from '../ota-id.ts'
import { rateKeyOf } from './rate-lines.ts'

/** Names are null for missing things. */
const line = z
  .object({
    otaRoomId: otaId,
    otaRoomName: z.string().nullable(),
    otaRateId: otaId,
    otaRateName: z.string().nullable(),
    occupancy: z.number(),
    ratePlanId: z.string().nullable(),
    ratePlanName: z.string().nullable(),
    primary: z.boolean(),
  })
  .meta({ id: 'MappingLine' })
type DifferenceLine = z.infer<typeof line>

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

export function mappingDifference(
  before: readonly ChannelRate[],
  after: readonly ChannelRate[],
  names: Names,
): MappingDifference {
  const difference: MappingDifference = { added: [], removed: [], changed: [], unchanged: 0 }
  const lineOf = liner(names)
  const rest = Map.groupBy(before, rateKeyOf)
  for (const rate of after) {
    const old = rest.get(rateKeyOf(rate))?.shift()
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

const isEmpty = ({ added, removed, changed }: MappingDifference): boolean =>
  added.length + removed.length + changed.length === 0

/** In any order. */
export const hasLines = (before: readonly ChannelRate[], after: readonly ChannelRate[]): boolean =>
  isEmpty(mappingDifference(before, after, { offer: { pricingType: 'OBP', rooms: [] }, ratePlans: [] }))

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
