import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { dayOf } from '../../days.ts'
import { storedStay } from '../../guest.ts'
import type { Revision } from '../../ports.ts'
import { landlordOf } from '../conversation.ts'
import { type GuestStay, type Place, storedGuest } from '../guest.ts'
import type { StoredThread } from '../ports.ts'
import { storedThread, type Thread } from '../thread.ts'
import { isOfStay, type OpeningContext, planThread, threadIdFor } from './plan-thread.ts'

const now = new Date('2026-06-15T12:00:00Z')
const guestId = 'maria'
const revision = '1.1' as Revision
const places = new Map<string, Place>([
  ['p1', { name: 'Casa Alameda', landlordId: 'ann', timeZone: 'Pacific/Kiritimati' }],
  ['p2', { name: 'Old Mill Cottage', landlordId: 'ann' }],
  ['p3', { landlordId: 'bob', timeZone: 'nowhere' }],
  ['p4', {}],
])
const day = (days: number) => dayOf(new Date(now.getTime() + days * 86_400_000))

const stay = fc
  .record({
    propertyId: fc.constantFrom('p1', 'p2', 'p3', 'p4', null),
    from: fc.integer({ min: -9, max: 9 }),
    nights: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom('confirmed', 'cancelled', null),
    isDated: fc.boolean(),
  })
  .map(({ from, nights, isDated, ...rest }) => ({
    ...storedStay.parse({
      ...rest,
      guestId,
      ...(isDated && { arrival: day(from), departure: day(from + nights) }),
    }),
    guestId,
  }))
const stays = fc
  .array(stay, { minLength: 1, maxLength: 6 })
  .map(all => all.map((one, at): GuestStay => ({ ...one, reservationId: `b_${at + 1}` })))

/** The context of opening the thread for one of the stays. */
function contextFor(all: readonly GuestStay[], at: number, threads: readonly StoredThread[]): OpeningContext {
  const stay = all[at % all.length] ?? storedStay.parse({})
  const landlord = landlordOf(stay, places)
  const landlordId = [...places.values()].find(place => place.landlordId === landlord)?.landlordId
  const reservationId = all[at % all.length]?.reservationId
  return { guestId, landlord, landlordId, reservationId, stays: all, places, threads, now }
}

/** The threads after the plan. */
function after(context: OpeningContext): { threadId: string; threads: StoredThread[] } {
  const plan = planThread(context)
  const { threadId } = plan
  if ('open' in plan) {
    const value = storedThread.parse(plan.open)
    return { threadId, threads: [...context.threads, { threadId, stored: { value, revision } }] }
  }
  const threads = context.threads.map(one => {
    const { fields } = plan.edits.find(edit => edit.threadId === one.threadId) ?? {}
    return { ...one, stored: { value: { ...one.stored.value, ...fields } as Thread, revision } }
  })
  return { threadId, threads }
}

/** Checks a law where no thread is open. */
const holds = (title: string, check: (context: OpeningContext, all: readonly GuestStay[]) => void) =>
  law(title, [stays, fc.nat({ max: 5 })], (all, at) => check(contextFor(all, at, []), all))

describe('the thread of a guest and a landlord', () => {
  holds('is about its stay until it says that another one counts', (context, all) => {
    const thread = after(context).threads[0]?.stored.value
    const until = thread?.stayDueAt
    const about = all.find(({ reservationId }) => reservationId === thread?.reservationId)
    // Among cancelled stays the nearest may change.
    if (about?.status === 'cancelled') {
      expect(until ?? null).toBeNull()
      return
    }
    const lookedAt = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
    for (let hours = 0; hours < 21 * 24 && !(until && lookedAt(hours) >= until); hours += 5) {
      const later = after({ ...context, now: lookedAt(hours) }).threads[0]?.stored.value
      expect(later?.reservationId).toBe(thread?.reservationId)
    }
    if (!until) return
    const then = after({ ...context, now: until, threads: after(context).threads }).threads[0]?.stored.value
    expect(then?.reservationId).not.toBe(thread?.reservationId)
    expect(then?.deskDueAt ?? null).toEqual(then?.stayDueAt ?? null)
  })

  law(
    'is the same whoever opens it, for whichever stay, in whichever order',
    [stays, fc.array(fc.nat({ max: 5 }), { maxLength: 8 })],
    (all, order) => {
      let threads: StoredThread[] = []
      const of = new Map<string, string>()
      for (const at of order) {
        const context = contextFor(all, at, threads)
        const opened = after(context)
        threads = opened.threads
        expect(of.get(context.landlord) ?? opened.threadId).toBe(opened.threadId)
        of.set(context.landlord, opened.threadId)
        expect(opened.threadId).toBe(threadIdFor(context.landlord, guestId))
      }
      expect(threads).toHaveLength(of.size)
    },
  )

  holds('is right after one plan', context => {
    const again = planThread({ ...context, threads: after(context).threads })
    expect(again).toMatchObject({ threadId: after(context).threadId, edits: [] })
  })

  holds('calls the property as it is called now', context => {
    const renamed = new Map([...places].map(([id, place]) => [id, { ...place, name: `New ${id}` }]))
    const [before] = after(context).threads
    const [later] = after({ ...context, places: renamed, threads: before ? [before] : [] }).threads
    const propertyId = before?.stored.value.propertyId
    expect(later?.stored.value.propertyName ?? undefined).toBe(propertyId ? `New ${propertyId}` : undefined)
  })

  it('has the current name of the guest, unless a company made the thread', () => {
    const all: GuestStay[] = [
      { ...storedStay.parse({ guestId, propertyId: 'p1' }), guestId, reservationId: 'b_1' },
    ]
    const named = (name: string) => ({ guest: storedGuest.parse({ name }) })
    const [thread] = after({ ...contextFor(all, 0, []), ...named('Maria') }).threads
    if (!thread) throw new Error('none was opened')
    for (const [threadId, called] of [
      [thread.threadId, 'Anna'],
      ['theirs', 'Maria'],
    ] as const) {
      const [later] = after({ ...contextFor(all, 0, [{ ...thread, threadId }]), ...named('Anna') }).threads
      expect(later?.stored.value.guestName).toBe(called)
      expect(later?.stored.value.version).toBe(called === 'Anna' ? 1 : 0)
    }
  })

  holds('is about the stay that counts there', (context, all) => {
    const { stored } = after(context).threads[0] ?? {}
    const own = all.filter(one => landlordOf(one, places) === context.landlord)
    const phase = ({ arrival, departure, status, propertyId }: GuestStay) => {
      if (arrival === null || departure === null) return 'unknown'
      if (status === 'cancelled') return 'cancelled'
      const today = dayOf(now, places.get(propertyId ?? '')?.timeZone)
      if (arrival > today) return 'next'
      return departure >= today ? 'current' : 'last'
    }
    const best = ['current', 'next', 'last', 'cancelled', 'unknown'].find(one =>
      own.some(other => phase(other) === one),
    )
    const about = all.find(({ reservationId }) => reservationId === stored?.value.reservationId)
    expect(about && phase(about)).toBe(best)
    expect(stored?.value.propertyId).toBe(about?.propertyId)
    expect(stored?.value.propertyName ?? undefined).toBe(places.get(about?.propertyId ?? '')?.name)
    const isDue = about?.arrival && about.departure && about.status !== 'cancelled'
    const timeZone = places.get(about?.propertyId ?? '')?.timeZone
    expect(stored?.value.stay ?? undefined).toEqual(
      isDue
        ? { arrival: about.arrival, departure: about.departure, ...(timeZone && { timeZone }) }
        : undefined,
    )
    const rivals = own.filter(one => phase(one) === best)
    if (best === 'next') expect(rivals.every(one => (one.arrival ?? '') >= (about?.arrival ?? ''))).toBe(true)
    if (best === 'last')
      expect(rivals.every(one => (one.departure ?? '') <= (about?.departure ?? ''))).toBe(true)
  })
})

it.each([
  [undefined, 'b1_1', true],
  ['maria', 'b1_1', true],
  ['booking-b1', 'b1_2', true],
  ['booking-b2', 'b1_1', false],
  ['paul', 'b1_1', false],
])('a thread of %s is about the stay %s: %s', (of, reservationId, expected) => {
  expect(isOfStay(of, { guestId, reservationId })).toBe(expected)
})

it('a day is that of the time zone, or of UTC without a valid one', () => {
  const late = new Date('2026-03-01T23:30:00Z')
  expect(dayOf(late, 'Asia/Tokyo')).toBe('2026-03-02')
  for (const zone of [undefined, '', 'nowhere']) expect(dayOf(late, zone)).toBe('2026-03-01')
})
