import type { OtaRate, OtaRoom, PricingType } from '../channel-manager.ts'
import type { RateMapping, RatePlan, Room } from '../model.ts'
import { rateAspects } from './aspects.ts'
import { comparisonOf } from './evidence.ts'
import { type Match, matchNames, type Named } from './match-names.ts'
import { normalize } from './normalize.ts'
import type { RateFacts } from './parse-room-name.ts'
import { mappableRates, occupanciesOf, planFor } from './rate-lines.ts'
import { excludes, rateJudge } from './rate-weights.ts'

/**
 * Pairs the rates of a mapped OTA room with the rate plans of our room: one row per rate, for OBP one per occupancy.
 */
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
    const choice = choices[at] ?? noPlans('the room is not mapped')
    const pair = { otaRoomId: otaRoom.id, otaRateId: rate.id, otaRateName: rate.title }
    const occupancies = occupanciesOf(rate, room, soldFirst(choice.plans), pricingType)
    if (occupancies.length === 0)
      return [
        {
          ...pair,
          occupancy: rate.maxPersons,
          primary: false,
          ...unmapped(...reasonsOf(choice, pricingType)),
        },
      ]
    const rows = occupancies.map(occupancy => ({
      ...pair,
      occupancy,
      ...matchRow(choice, occupancy),
    }))
    return withPrimary(rows)
  })
}

/** The rate plans of ours that stand for a rate (one name, one plan per occupancy), and why. */
interface Choice {
  plans: readonly RatePlan[]
  score: number
  reasons: string[]
  needsReview: boolean
}

const noPlans = (reason: string): Choice => ({ plans: [], score: 0, reasons: [reason], needsReview: true })

/** Plans of one name are one rate of ours, sold to different numbers of guests. */
interface Family extends Named {
  plans: readonly RatePlan[]
}

/** A name that says for how many its plan is, "BAR 2 guests", is of one family with those for others. */
function familiesOf(ratePlans: readonly RatePlan[], parse: (name: string) => RateFacts): Family[] {
  const said = ratePlans.map(plan => {
    const facts = parse(plan.name)
    const isForThose =
      facts.guests.length > 0 && facts.guests.every(guests => Number(guests) === plan.occupancy)
    return {
      plan,
      facts: { ...facts, guests: [] },
      key: isForThose ? facts.keyButGuests : normalize(plan.name),
    }
  })
  return [...Map.groupBy(said, ({ key }) => key)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, all]) => {
      const [first] = all.toSorted((a, b) => (a.plan.name < b.plan.name ? -1 : 1))
      const plans = all.map(({ plan }) => plan).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      return first ? [{ name: first.plan.name, facts: first.facts, plans }] : []
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
  const named = rates.map(rate => ({ name: rate.title, facts: parse(rate.title) }))
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

/** With one rate on both sides there is little to mistake, unless the names contradict each other. */
function onlyPair(rate: Named, family: Family, match: Match): Choice {
  const findings = comparisonOf(rateAspects, [rate.facts], [family.facts]).findings(0, 0)
  if (findings.some(excludes)) return { ...match, plans: [] }
  const reasons = ['the only rate on both sides, under another name']
  return { plans: family.plans, score: 0.6, reasons, needsReview: true }
}

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
  return unmapped(
    unknown ? unknownPlan(unknown) : `no rate plan is for ${guestsOf(occupancy)}: make one, or choose one`,
  )
}

/** Where some of a name can be sold, those decide for how many. */
const soldFirst = (plans: readonly RatePlan[]): readonly RatePlan[] =>
  plans.some(isKnown) ? plans.filter(isKnown) : plans

/** The channel manager has it, so that it can be sold. */
const isKnown = (plan: RatePlan): boolean => Boolean(plan.channelManagerRatePlanId)

const unknownPlan = ({ name }: RatePlan): string =>
  `"${name}" of ours fits, but the channel manager has not got it: create it there`

const guestsOf = (count: number): string => (count === 1 ? '1 guest' : `${count} guests`)

const reasonsOf = (choice: Choice, pricingType: PricingType): string[] =>
  choice.plans.length === 0 ? choice.reasons : [tooManyGuests[pricingType]]

const unmapped = (...reasons: string[]): RowMatch => ({
  ratePlanId: null,
  score: 0,
  reasons,
  needsReview: true,
})

/** The mapped row for most guests carries availability and restrictions. */
function withPrimary(rows: Omit<RateMapping, 'primary'>[]): RateMapping[] {
  const mapped = rows.filter(row => row.ratePlanId !== null)
  const most = Math.max(...mapped.map(row => row.occupancy ?? 0))
  return rows.map(row => ({ ...row, primary: row.ratePlanId !== null && row.occupancy === most }))
}
