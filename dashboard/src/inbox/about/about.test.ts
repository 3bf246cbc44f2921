import { expect, test } from 'vitest'
import { type AboutStay, dayIn, differing, nightsOf, phaseOf } from './about.ts'

const stay = { arrival: '2026-10-24', departure: '2026-10-27' }

test('a stay is ahead, begins, goes on, ends or is over, by the day of the property', () => {
  const days = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-27', '2026-10-28']
  expect(days.map(day => phaseOf(stay, day))).toEqual(['coming', 'arriving', 'inHouse', 'departing', 'past'])
  const late = new Date('2026-10-24T23:30:00Z')
  expect(dayIn(late, 'Europe/Madrid')).toBe('2026-10-25')
  expect(dayIn(late, 'America/Sao_Paulo')).toBe('2026-10-24')
})

test('nights are counted by the calendar, also where the clocks change', () => {
  expect(nightsOf(stay)).toBe(3)
})

test.each([
  [{ name: 'Maria', phone: '+391', email: null }, []],
  [{ name: 'Paolo', phone: '+391', email: null }, ['Paolo']],
  [{ name: 'Maria', phone: '+392', email: 'm@example.org' }, ['+392', 'm@example.org']],
  [undefined, []],
])('a booking that names %o differs from its guest in %o', (leadGuest, differences) => {
  const booked: AboutStay = { ...stay, reservationId: 'r', propertyId: 'p', ...(leadGuest && { leadGuest }) }
  const guest = { name: 'Maria', phone: '+391', email: null }
  expect(differing(booked, guest)).toEqual(differences)
})
