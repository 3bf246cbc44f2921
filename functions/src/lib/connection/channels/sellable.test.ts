import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laterDay } from '../../days.ts'
import type { PlanNight } from '../channel-manager.ts'
import { isSellable, nightsAhead } from './sellable.ts'

const from = '2031-12-20'
const days = Array.from({ length: nightsAhead }, (_, later) => laterDay(from, later))
const forSale = { availability: 1, rate: 90, stopSell: false }
const soldOut = { availability: 0, rate: 90, stopSell: true }

type Nights = readonly (PlanNight | undefined)[]

/** The same on every night. */
const always = (night: PlanNight | undefined): Nights => days.map(() => night)

interface Plan {
  nights: Nights
  primary?: boolean
  /** The channel manager's answer lacks this line of the channel. */
  isMissing?: boolean
}

/** Judges a channel with one line for each plan. */
function judge(plans: readonly Plan[]) {
  const lines = plans.map(({ primary = true, isMissing = false }, at) => ({
    otaRoomId: at,
    otaRateId: 1,
    primary,
    ratePlanId: `plan-${at}`,
    channelManagerRatePlanId: `cm-${at}`,
    isMissing,
  }))
  const calendar = new Map(
    plans.map(({ nights }, at) => {
      const entries = nights.flatMap((night, later): [string, PlanNight][] =>
        night ? [[laterDay(from, later), night]] : [],
      )
      return [`cm-${at}`, new Map(entries)]
    }),
  )
  const rates = lines.filter(({ isMissing }) => !isMissing)
  return isSellable({ mapping: { ratePlans: lines }, rates }, { from, calendar })
}

describe('a channel', () => {
  it('sells by its last night alone, in any room, and by no night after that', () => {
    const last = always(soldOut).with(-1, forSale)
    expect(judge([{ nights: always(soldOut) }, { nights: last }])).toBe(true)
    expect(judge([{ nights: [...always(soldOut), forSale] }])).toBe(false)
  })

  it.each([forSale, soldOut])('is not judged by a line that carries prices alone: %j', night => {
    expect(judge([{ nights: always(night), primary: false }])).toBeUndefined()
  })

  it('is never judged to sell nothing while the channel manager lacks a line of our mapping', () => {
    const others = { nights: always(soldOut) }
    expect(judge([others, { nights: always(forSale), isMissing: true }])).toBeUndefined()
    expect(judge([others, { nights: always(soldOut), isMissing: true }])).toBeUndefined()
    expect(judge([{ nights: always(forSale) }, { nights: [], isMissing: true }])).toBe(true)
  })

  it('is judged without the lines that nobody has mapped', () => {
    const line = { otaRoomId: 1, otaRateId: 1, primary: true }
    const open = { ...line, otaRoomId: 2, ratePlanId: null }
    const rates = [{ ...line, channelManagerRatePlanId: 'cm' }]
    const calendar = new Map([['cm', new Map(days.map(day => [day, soldOut]))]])
    expect(isSellable({ mapping: { ratePlans: [open] }, rates }, { from, calendar })).toBe(false)
  })
})

describe('whatever the channel manager answers', () => {
  const night: fc.Arbitrary<PlanNight> = fc.record({
    availability: fc.integer({ min: 0, max: 2 }),
    rate: fc.constantFrom(null, 0, 90),
    stopSell: fc.boolean(),
  })
  /** At most one of many is different, as else some night is nearly always for sale. */
  const nights = fc
    .tuple(night, fc.nat(nightsAhead - 1), fc.oneof(night, fc.constant(forSale)))
    .map(([usual, at, other]) => days.map((_, later) => (later === at ? other : usual)))
  const whole = fc.array(nights, { minLength: 1, maxLength: 3 })
  const isFree = ({ availability, rate, stopSell }: PlanNight) => availability > 0 && !stopSell && !!rate

  it('a whole answer says whether any night of any room is for sale', () => {
    fc.assert(
      fc.property(whole, plans => {
        expect(judge(plans.map(nights => ({ nights })))).toBe(plans.flat().some(isFree))
      }),
    )
  })

  it('missing rooms and nights never turn the judgement into its opposite', () => {
    fc.assert(
      fc.property(whole, fc.infiniteStream(fc.nat(3)), (plans, chances) => {
        const isLacking = () => chances.next().value === 0
        const partial = plans.map(nights => ({
          nights: nights.map(one => (isLacking() ? undefined : one)),
          isMissing: isLacking(),
        }))
        expect([plans.flat().some(isFree), undefined]).toContain(judge(partial))
      }),
    )
  })
})
