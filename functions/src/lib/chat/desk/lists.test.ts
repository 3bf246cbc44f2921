import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { dayOf } from '../../days.ts'
import { storedThread } from '../thread.ts'
import { filedAs, isListed, type ListQuery, listQueries } from './lists.ts'
import { isIn, stayPhases } from './stay-phase.ts'

const stay = (arrival: string, departure: string, timeZone?: string) => ({
  arrival: `2026-10-${arrival}`,
  departure: `2026-10-${departure}`,
  ...(timeZone && { timeZone }),
})
const noon = new Date('2026-10-24T12:00:00Z')

describe('a stay', () => {
  it.each([
    [stay('24', '27'), ['arriving', 'in-house']],
    [stay('25', '27'), ['arriving']],
    [stay('26', '27'), []],
    [stay('20', '25'), ['in-house']],
    [stay('20', '24'), ['departing']],
    [stay('20', '23'), []],
    // At noon UTC, Kiritimati has the next date.
    [stay('26', '27', 'Pacific/Kiritimati'), ['arriving']],
    [stay('20', '25', 'Pacific/Kiritimati'), ['departing']],
    [stay('24', '27', 'nowhere'), ['arriving', 'in-house']],
  ])('%o is %o', (dates, expected) => {
    expect(stayPhases.filter(phase => isIn(phase, dates, noon))).toEqual(expected)
  })

  it('arrives tomorrow if it begins on the day after a day of 25 hours', () => {
    const lateEvening = new Date('2026-10-24T22:30:00Z')
    const dates = { ...stay('26', '28'), timeZone: 'Europe/Berlin' }
    expect(dayOf(new Date(lateEvening.getTime() + 86_400_000), dates.timeZone)).toBe('2026-10-25')
    expect(isIn('arriving', dates, lateEvening)).toBe(true)
  })

  const zone = fc.constantFrom(
    undefined,
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Europe/Berlin',
    'nowhere',
  )
  const at = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2027-12-31'),
    noInvalidDate: true,
  })
  law(
    'is found by the query of each phase that it is in somewhere on earth',
    [fc.constantFrom(...stayPhases), at, zone, fc.integer({ min: -4, max: 4 }), fc.nat({ max: 4 })],
    (phase, now, timeZone, from, nights) => {
      const day = (days: number) => dayOf(new Date(now.getTime() + days * 86_400_000))
      const dates = {
        arrival: day(from),
        departure: day(from + nights),
        ...(timeZone && { timeZone }),
      }
      const [query] = listQueries({ view: 'mine', filter: { stay: phase } }, { userId: 'u', now })
      if (isIn(phase, dates, now)) expect(query && isFound(query, dates)).toBe(true)
    },
  )
})

/** Filters as Firestore does. */
const isFound = ({ where }: ListQuery, dates: { arrival: string; departure: string }): boolean =>
  where.every(([field, comparison, value]) => {
    const day = field === 'stay.arrival' ? dates.arrival : dates.departure
    return comparison === '>' ? day > String(value) : day <= String(value)
  })

describe('a thread', () => {
  const at = noon
  const wait = { arrivedAt: at, lastAskedAt: at, nearAt: at, dueBy: at, answers: [] }
  const exchange = (id: string, channel: string, more: object = {}) => ({ id, channel, ...wait, ...more })
  const filed = (fields: object = {}) => filedAs(storedThread.parse({ source: 'platform', ...fields }))

  it('is filed by its own fields', () => {
    expect(filed()).toEqual({ propertyId: null, teamId: undefined, stay: null, channel: null })
    const exchanges = [exchange('a', 'sms'), exchange('b', 'sms', { lastChannel: 'chatapp' })]
    const all = { propertyId: 'p', teamId: null, stay: stay('24', '25'), exchanges }
    expect(filed(all)).toEqual({
      propertyId: 'p',
      teamId: null,
      channel: 'chatapp',
      stay: stay('24', '25'),
    })
    expect(filed({ exchanges: [exchange('a', 'platform-guest')], stay: 'soon' })).toMatchObject({
      channel: null,
      stay: null,
    })
  })

  it('passes a filter if it passes every field of the filter', () => {
    const one = filed({
      propertyId: 'p',
      teamId: 't',
      stay: stay('24', '27'),
      exchanges: [exchange('a', 'sms')],
    })
    const passes = { property: 'p', team: 't', stay: 'in-house', channel: 'sms' } as const
    expect(isListed(passes, one, noon)).toBe(true)
    expect(isListed({}, one, noon)).toBe(true)
    for (const other of [
      { property: 'q' },
      { team: '.' },
      { stay: 'departing' as const },
      { channel: 'chatapp' as const },
    ])
      expect(isListed({ ...passes, ...other }, one, noon)).toBe(false)
    expect(isListed({ team: '.' }, filed({ teamId: null }), noon)).toBe(true)
    // A thread without `teamId` was not looked up yet; the index does not find it either.
    expect(isListed({ team: '.' }, filed(), noon)).toBe(false)
    expect(isListed({ stay: 'arriving' }, filed(), noon)).toBe(false)
  })
})
