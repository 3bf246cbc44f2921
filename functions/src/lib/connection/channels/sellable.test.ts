import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laterDay } from '../../days.ts'
import { isSellable, nightsAhead, type PlanNight } from './sellable.ts'

const from = '2031-12-20'
const days = Array.from({ length: nightsAhead }, (_, later) => laterDay(from, later))
const forSale = { availability: 1, rate: 90, stopSell: false }
const soldOut = { availability: 0, rate: 90, stopSell: true }

type Nights = readonly (PlanNight | undefined)[]

/** The same on every night. */
const always = (night: PlanNight | undefined): Nights => days.map(() => night)

/** A channel with a line for each of these rate plans. */
function judge(plans: Record<string, Nights>, line: { primary?: boolean; ratePlanId?: null } = {}) {
  const ids = Object.keys(plans)
  const calendar = new Map(
    Object.entries(plans).map(([id, nights]) => [
      `cm-${id}`,
      new Map(
        nights.flatMap((night, at): [string, PlanNight][] => (night ? [[days[at] ?? 'later', night]] : [])),
      ),
    ]),
  )
  const ratePlans = ids.map(id => ({
    ...{ id, name: id, roomId: `room-${id}`, occupancy: 2, channelManagerRatePlanId: `cm-${id}` },
  }))
  const lines = ids.map((ratePlanId, at) => ({
    ...{ otaRoomId: 1, otaRateId: at, otaRateName: '', occupancy: 2, primary: true },
    ...{ score: 1, reasons: [], needsReview: false, ratePlanId, ...line },
  }))
  return isSellable({ mapping: { ratePlans: lines }, ratePlans, calendar, from })
}

describe('a channel', () => {
  it.each<[string, PlanNight | undefined, boolean | undefined]>([
    ['with availability and a price', forSale, true],
    ['without availability', soldOut, false],
    ['with a stop-sell', { ...forSale, stopSell: true }, false],
    ['without a price', { ...forSale, rate: null }, false],
    ['with a price of nothing', { ...forSale, rate: 0 }, false],
    ['of which the channel manager says nothing', undefined, undefined],
  ])('%s', (_, night, answer) => {
    expect(judge({ double: always(night) })).toBe(answer)
  })

  it('sells by its last night alone, in any room, and by none after that', () => {
    const last = always(soldOut).with(-1, forSale)
    expect(judge({ double: always(soldOut), single: last })).toBe(true)
    expect(judge({ double: [...always(soldOut), forSale] })).toBe(false)
  })

  it.each<[string, Parameters<typeof judge>[1]]>([
    ['are of a line that carries prices alone', { primary: false }],
    ['are not mapped', { ratePlanId: null }],
  ])('is not judged by rate plans that %s', (_, line) => {
    expect(judge({ double: always(soldOut) }, line)).toBeUndefined()
    expect(judge({ double: always(forSale) }, line)).toBeUndefined()
  })

  it('is not judged by a rate plan that is gone here, or has no id at the channel manager', () => {
    const line = {
      ...{ otaRoomId: 1, otaRateId: 1, otaRateName: '', ratePlanId: 'double', occupancy: 2, primary: true },
      ...{ score: 1, reasons: [], needsReview: false },
    }
    const plan = {
      id: 'double',
      name: 'Double',
      roomId: 'room',
      occupancy: 2,
      channelManagerRatePlanId: null,
    }
    for (const ratePlans of [[], [plan]])
      expect(
        isSellable({ mapping: { ratePlans: [line] }, ratePlans, calendar: new Map(), from }),
      ).toBeUndefined()
  })
})

describe('whatever the channel manager answers', () => {
  const night: fc.Arbitrary<PlanNight> = fc.record({
    availability: fc.integer({ min: 0, max: 2 }),
    rate: fc.constantFrom(null, 0, 90),
    stopSell: fc.boolean(),
  })
  const nightsOf = (missing: boolean): fc.Arbitrary<Nights> =>
    fc.array(missing ? fc.option(night, { nil: undefined, freq: 8 }) : night, {
      ...{ minLength: nightsAhead, maxLength: nightsAhead },
    })
  const plansOf = (missing: boolean) =>
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), nightsOf(missing), { minKeys: 1 })
  const isFree = (one: PlanNight | undefined) => !!one && one.availability > 0 && !one.stopSell && !!one.rate

  it('a whole answer says whether any night of any room is for sale', () => {
    fc.assert(
      fc.property(plansOf(false), plans => {
        expect(judge(plans)).toBe(Object.values(plans).flat().some(isFree))
      }),
    )
  })

  it('what it leaves out neither raises an item nor closes one: no answer turns into the opposite', () => {
    fc.assert(
      fc.property(plansOf(false), fc.infiniteStream(fc.boolean()), (plans, isLeftOut) => {
        const whole = judge(plans)
        const partial = judge(
          Object.fromEntries(
            Object.entries(plans).map(([id, nights]) => [
              id,
              nights.map(one => (isLeftOut.next().value ? undefined : one)),
            ]),
          ),
        )
        expect([whole, undefined]).toContain(partial)
      }),
    )
  })

  it('"no" is said of a whole answer alone, and one night more for sale always makes it "yes"', () => {
    fc.assert(
      fc.property(plansOf(true), fc.nat(nightsAhead - 1), (plans, at) => {
        const isWhole = Object.values(plans).every(nights => nights.every(one => one !== undefined))
        if (judge(plans) === false) expect(isWhole).toBe(true)
        const [id = '', nights = []] = Object.entries(plans)[0] ?? []
        expect(judge({ ...plans, [id]: nights.with(at, forSale) })).toBe(true)
      }),
    )
  })
})
