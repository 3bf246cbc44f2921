import type { OtaRate, OtaRoom, PricingType } from '../channel-manager.ts'
import type { RateMapping, RatePlan, Room } from '../model.ts'
import { mappableRates } from './map-rooms.ts'
import { normalize } from './normalize.ts'

/** Pairs the rates of a mapped OTA room with the rate plans of our room: one row per rate, for OBP one per occupancy. */
export function mapRates(
  otaRoom: OtaRoom,
  room: Room | undefined,
  ratePlans: readonly RatePlan[],
  pricingType: PricingType,
): RateMapping[] {
  const rates = mappableRates(otaRoom)
  return rates.flatMap(rate => {
    const choice = room ? choosePlans(rate, rates, ratePlans) : noPlans('the room is not mapped')
    const pair = { otaRoomId: otaRoom.id, otaRateId: rate.id, otaRateName: rate.title }
    const occupancies = occupanciesOf(rate, room, choice.plans, pricingType)
    if (occupancies.length === 0)
      return [{ ...pair, occupancy: rate.maxPersons, primary: false, ...nothingFits(choice) }]
    const rows = occupancies.map(occupancy => ({
      ...pair,
      occupancy,
      ...matchRow(choice, occupancy, pricingType),
    }))
    return withPrimary(rows)
  })
}

/** The rate plans of ours that stand for a rate (one name, one plan per occupancy), and why. */
interface Choice {
  plans: readonly RatePlan[]
  score: number
  reason: string
  needsReview: boolean
}

const noPlans = (reason: string): Choice => ({ plans: [], score: 0, reason, needsReview: true })

function choosePlans(rate: OtaRate, rates: readonly OtaRate[], ratePlans: readonly RatePlan[]): Choice {
  const families = Map.groupBy(ratePlans, plan => normalize(plan.name))
  const name = normalize(rate.title)
  if (rates.filter(other => normalize(other.title) === name).length > 1) {
    return noPlans('several OTA rates of this room have this name')
  }
  const named = families.get(name)
  if (named) return byName(named, rate)
  const only = [...families.values()][0]
  if (only && families.size === 1 && rates.length === 1) {
    return {
      plans: only,
      score: 0.6,
      reason: 'the only rate on both sides, under another name',
      needsReview: true,
    }
  }
  return noPlans('no rate plan of the room has this name')
}

function byName(plans: readonly RatePlan[], rate: OtaRate): Choice {
  const isExact = plans.every(plan => plan.name === rate.title)
  const reason = isExact ? 'same name' : 'same name but for case, accents or punctuation'
  return { plans, score: isExact ? 1 : 0.95, reason, needsReview: false }
}

/** The guests each row is for: what the OTA sells for OBP, else what our plan is for; never above what rate and room hold. */
function occupanciesOf(
  rate: OtaRate,
  room: Room | undefined,
  plans: readonly RatePlan[],
  pricingType: PricingType,
): number[] {
  const most = Math.min(
    rate.maxPersons ?? Number.POSITIVE_INFINITY,
    room?.capacity ?? Number.POSITIVE_INFINITY,
  )
  if (pricingType === 'OBP' && rate.occupancies.length > 0) {
    return [...new Set(rate.occupancies)].filter(occupancy => occupancy <= most).sort((a, b) => a - b)
  }
  const fitting = plans.map(plan => plan.occupancy).filter(occupancy => occupancy <= most)
  return fitting.length > 0 ? [Math.max(...fitting)] : []
}

type RowMatch = Pick<RateMapping, 'ratePlanId' | 'score' | 'reasons' | 'needsReview'>

function matchRow(choice: Choice, occupancy: number, pricingType: PricingType): RowMatch {
  const { score, reason, needsReview } = choice
  if (choice.plans.length === 0) return unmapped(reason)
  const [exact, ...rivals] = choice.plans.filter(plan => plan.occupancy === occupancy)
  if (rivals.length > 0) return unmapped('several rate plans have this name and occupancy')
  if (exact) return { ratePlanId: exact.id, score, reasons: [reason], needsReview }
  const [larger] = choice.plans
    .filter(plan => pricingType === 'OBP' && plan.occupancy > occupancy)
    .sort((a, b) => a.occupancy - b.occupancy)
  if (!larger) return unmapped(`no rate plan is for ${occupancy} guests`)
  const fallback = `no rate plan is for ${occupancy} guests: the one for ${larger.occupancy} is used`
  return { ratePlanId: larger.id, score: score * 0.8, reasons: [reason, fallback], needsReview: true }
}

const unmapped = (reason: string): RowMatch => ({
  ratePlanId: null,
  score: 0,
  reasons: [reason],
  needsReview: true,
})

const nothingFits = (choice: Choice): RowMatch =>
  unmapped(
    choice.plans.length === 0
      ? choice.reason
      : 'our rate plan is for more guests than the OTA rate or the room holds',
  )

/** The mapped row for most guests carries availability and restrictions. */
function withPrimary(rows: Omit<RateMapping, 'primary'>[]): RateMapping[] {
  const mapped = rows.filter(row => row.ratePlanId !== null)
  const most = Math.max(...mapped.map(row => row.occupancy ?? 0))
  return rows.map(row => ({ ...row, primary: row.ratePlanId !== null && row.occupancy === most }))
}
