import { describe, expect, it } from 'vitest'
import { booking } from '../otas/booking.ts'
import { diagnosis } from './diagnose.ts'

const type = (name: string, isActive: boolean) => {
  const status = isActive ? 'XML Active' : 'XML Pending'
  return { name, status, isActive }
}

const none = [type('Reservations', false), type('Photos', false)]
const some = [type('Reservations', true), type('Photos', false)]

describe('a connection test that failed', () => {
  it.each([
    ['the channel manager tells nothing', undefined, 'connection-test-failed', /Check the property ID/],
    ['it could not be asked why', 'no answer', 'connection-test-failed', /Try again in a few minutes/],
    ['nothing is active yet', none, 'ota-setup-incomplete', /XML Service Agreement/],
    ['something is not active', some, 'ota-setup-incomplete', /have Photos switched on/],
    ['everything is active', [type('Reservations', true)], 'connection-test-failed', /support/],
  ] as const)('%s', (_, types, code, todo) => {
    const problem = diagnosis(booking, types)
    expect(problem.code).toBe(code)
    expect(problem.nextAction).toMatch(todo)
  })

  it('names what is missing, and only that', () => {
    const { detail } = diagnosis(booking, some)
    expect(detail).toContain('Photos: XML Pending')
    expect(detail).not.toContain('Reservations')
  })

  it('has the words of the row of the OTA', () => {
    const row = {
      label: 'Elsewhere',
      setUp: {
        unknown: 'Ask them.',
        unfinished: 'Finish it.',
        switchOn: (types: string) => `Turn on ${types}.`,
      },
    }
    expect(diagnosis(row, undefined)).toMatchObject({
      summary: 'Elsewhere does not answer for this property ID.',
      nextAction: 'Ask them.',
    })
    expect(diagnosis(row, none).nextAction).toBe('Finish it.')
    expect(diagnosis(row, some).nextAction).toBe('Turn on Photos.')
  })
})
