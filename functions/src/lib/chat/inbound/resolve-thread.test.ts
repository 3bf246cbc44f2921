import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { type GuestThread, storedGuest } from '../guest.ts'
import { likelyOf } from '../senders.ts'
import { nearestThread } from '../stay-order.ts'

const now = new Date('2026-06-15T12:00:00Z')
const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
const thread = (threadId: string, from: number, to: number, status?: string): GuestThread => ({
  threadId,
  reservation: { arrival: day(from), departure: day(to), ...(status && { status }) },
})

describe('the thread an inbound message belongs to', () => {
  it.each<[string, GuestThread[], string]>([
    ['the later arrival when two stays meet', [thread('out', -3, 0), thread('in', 0, 3)], 'in'],
    [
      'the nearest cancelled one when there is no other',
      [thread('far', 30, 33, 'cancelled'), thread('b', 2, 3, 'cancelled')],
      'b',
    ],
    ['the last stay when all are past', [thread('old', -90, -80), thread('recent', -9, -5)], 'recent'],
    ['the smaller id when all else is equal', [thread('b', -1, 1), thread('a', -1, 1)], 'a'],
  ])('is %s', (_rule, threads, expected) => {
    expect(nearestThread(threads, now)?.threadId).toBe(expected)
  })

  const threads = fc.uniqueArray(
    fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), fc.integer({ min: -40, max: 40 }), fc.nat(20)),
    { selector: ([id]) => id, maxLength: 6 },
  )
  const some = threads.map(list => list.map(([id, from, length]) => thread(id, from, from + length)))

  law(
    'does not depend on the order in which they are found',
    [some, fc.infiniteStream(fc.nat())],
    (list, numbers) => {
      const order = new Map(list.map(item => [item, Number(numbers.next().value)]))
      const shuffled = [...list].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
      expect(nearestThread(shuffled, now)).toEqual(nearestThread(list, now))
    },
  )

  law('is one of them, going on if any is, never past while another is to come', [some], list => {
    const nearest = nearestThread(list, now)
    expect(nearest === undefined).toBe(list.length === 0)
    if (!nearest) return
    expect(list).toContain(nearest)
    const today = day(0)
    const goesOn = ({ reservation: { arrival, departure } }: GuestThread) =>
      arrival <= today && today <= departure
    const comes = ({ reservation: { arrival } }: GuestThread) => arrival > today
    if (list.some(goesOn)) expect(goesOn(nearest)).toBe(true)
    else if (list.some(comes)) expect(comes(nearest)).toBe(true)
  })
})

describe('the writer of a message', () => {
  const [phone, id] = ['+4915112345678', 'US.13491208655302741918']
  const guest = (guestId: string, fields: object) => ({ guestId, guest: storedGuest.parse(fields) })
  const ofStaff = guest('given', { addresses: [phone] })
  const numbered = guest('numbered', { phone })
  const learned = guest('learned', { phone: '+447700900123', chatappIds: [id] })
  const likely = (...guests: (typeof ofStaff)[]) =>
    likelyOf(guests, [phone, id]).map(({ guestId }) => guestId)

  it('is the guest whom staff gave the address, else one with the number, else one who wrote under the id', () => {
    expect(likely(learned, numbered, ofStaff)).toEqual(['given'])
    expect(likely(learned, numbered)).toEqual(['numbered'])
    expect(likely(learned)).toEqual(['learned'])
    expect(likely(numbered, { ...numbered, guestId: 'twin' })).toEqual(['numbered', 'twin'])
    expect(likely()).toEqual([])
  })
})
