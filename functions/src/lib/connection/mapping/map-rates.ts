import type { OtaRate, OtaRoom, PricingType } from '../channel-manager.ts'
import type { RateMapping, RatePlan, Room } from '../model.ts'
import { rateAspects } from './aspects.ts'
import { comparisonOf, type Finding } from './evidence.ts'
import type { Facts } from './facts.ts'
import { rateJudge } from './judge.ts'
import { type Match, matchNames } from './match-names.ts'
import type { RateFacts } from './parse-room-name.ts'
import { mappableRates, occupanciesOf, planFor, roomNotMapped } from './rate-lines.ts'
import { normalize } from './words/plain-text.ts'

/** One row per rate; OBP: per occupancy. */
export function mapRates(
  otaRoom: OtaRoom,
  room: Room | undefined,
  ratePlans: readonly RatePlan[],
  pricingType: PricingType,
  parse: (name: string) => RateFacts,
): RateMapping[] {
  const rates = mappableRates(otaRoom)
  const choices = room ? choosePlans(rates, room, ratePlans, pricingType, parse) : []
  return rates.flatMap((rate, at) => {
    const choice = choices[at] ?? { ...unmapped(roomNotMapped), plans: [] }
    const pair = { otaRoomId: otaRoom.id, otaRateId: rate.id, otaRateName: rate.title }
    const occupancies = occupanciesOf(rate, room, soldFirst(choice.plans), pricingType)
    const lines = occupancies.map(occupancy => ({ occupancy, ...matchRow(choice, occupancy) }))
    const none = unmapped(...(choice.plans.length === 0 ? choice.reasons : [tooManyGuests[pricingType]]))
    const rows = lines.length > 0 ? lines : [{ occupancy: rate.maxPersons, ...none }]
    // The mapped row for most guests carries availability and restrictions.
    const most = Math.max(...rows.map(row => (row.ratePlanId === null ? 0 : (row.occupancy ?? 0))))
    return rows.map(({ occupancy, ...row }) => {
      const primary = row.ratePlanId !== null && occupancy === most
      return { ...pair, occupancy, ...row, primary }
    })
  })
}

interface Choice extends Omit<Match, 'ours'> {
  plans: readonly RatePlan[]
}

/** One rate of ours for different numbers of guests. */
interface Family extends Facts {
  plans: readonly RatePlan[]
}

/** "BAR 2 guests" belongs to the plans for other numbers. */
function familiesOf(ratePlans: readonly RatePlan[], parse: (name: string) => RateFacts): Family[] {
  const entries = ratePlans.map(plan => {
    const facts = parse(plan.name)
    const isForThose =
      facts.guests.length > 0 && facts.guests.every(guests => Number(guests) === plan.occupancy)
    const family = isForThose ? facts.keyButGuests : normalize(plan.name)
    return { plan, facts: { ...facts, guests: [] }, family }
  })
  return [...Map.groupBy(entries, ({ family }) => family)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, all]) => {
      const [first] = all.toSorted((a, b) => (a.plan.name < b.plan.name ? -1 : 1))
      const plans = all.map(({ plan }) => plan).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      return first ? [{ ...first.facts, plans }] : []
    })
}

function choosePlans(
  rates: readonly OtaRate[],
  room: Room,
  ratePlans: readonly RatePlan[],
  pricingType: PricingType,
  parse: (name: string) => RateFacts,
): Choice[] {
  const families = familiesOf(ratePlans, parse)
  const named = rates.map(({ title }) => parse(title))
  const obstacle = (rateAt: number, familyAt: number): string | undefined => {
    const [rate, family] = [rates[rateAt], families[familyAt]]
    const fits = rate && family && occupanciesOf(rate, room, family.plans, pricingType).length > 0
    return fits ? undefined : tooManyGuests[pricingType]
  }
  const matches = matchNames({
    aspects: rateAspects,
    judge: rateJudge,
    ota: named,
    ours: families,
    otaNoun: 'OTA rates of this room',
    ourNoun: 'rate plans of the room',
    obstacle,
  })
  const [[rate, ...otherRates], [family, ...otherFamilies]] = [named, families]
  const isOnly = rate && family && otherRates.length === 0 && otherFamilies.length === 0
  if (isOnly && matches[0]?.ours === null && !obstacle(0, 0)) return [onlyPair(rate, family, matches[0])]
  return matches.map(match => ({ ...match, plans: families[match.ours ?? -1]?.plans ?? [] }))
}

/** A single rate on both sides fits unless its names contradict. */
function onlyPair(rate: Facts, family: Family, match: Match): Choice {
  const findings = comparisonOf(rateAspects, [rate], [family]).findings(0, 0)
  if (findings.some(excludes)) return { ...match, plans: [] }
  const reasons = ['the only rate on both sides, under another name']
  return { plans: family.plans, score: 0.6, reasons, needsReview: true }
}

/** Even for a single rate on both sides. */
const excludes = ({ aspect, outcome }: Finding): boolean =>
  outcome === 'differ' || (['stay', 'deal'].includes(aspect.name) && outcome !== 'same' && outcome !== 'near')

const tooManyGuests: Record<PricingType, string> = {
  OBP: 'the OTA sells this rate only to more guests than the room holds',
  Standard: 'our rate plan is for more guests than the OTA rate or the room holds',
}

type RowMatch = Pick<RateMapping, 'ratePlanId' | 'score' | 'reasons' | 'needsReview'>

function matchRow({ plans, score, reasons, needsReview }: Choice, occupancy: number): RowMatch {
  if (plans.length === 0) return unmapped(...reasons)
  const plan = planFor(plans.filter(isKnown), occupancy)
  if (plan === 'ambiguous') return unmapped('several rate plans have this name and occupancy')
  if (plan) return { ratePlanId: plan.id, score, reasons, needsReview }
  const unknown = plans.find(one => one.occupancy === occupancy)
  if (unknown) return unmapped(notThere(unknown))
  const guests = occupancy === 1 ? '1 guest' : `${occupancy} guests`
  return unmapped(`no rate plan is for ${guests}: make one, or choose one`)
}

const soldFirst = (plans: readonly RatePlan[]): readonly RatePlan[] =>
  plans.some(isKnown) ? plans.filter(isKnown) : plans

export const notThere = ({ name }: RatePlan): string =>
  `"${name}" of ours fits, but the channel manager has not got it: create it there`

/** The channel manager cannot sell a plan without an id. */
export const isKnown = (plan: RatePlan): boolean => Boolean(plan.channelManagerRatePlanId)

const unmapped = (...reasons: string[]): RowMatch => ({
  ratePlanId: null,
  score: 0,
  reasons,
  needsReview: true,
})
