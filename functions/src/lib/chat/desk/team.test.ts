import { expect, it } from 'vitest'
import { storedTeam } from './team.ts'

it.each([
  ['a map', { from: '09:00', to: '12:30' }],
  ['a text', '09:00-12:30'],
  ['a pair, as a file may have it', ['09:00', '12:30']],
])('a period may be %s', (_, period) => {
  const team = { name: 'Front desk', answerWithinMinutes: 60, hours: { mon: [period] } }
  expect(storedTeam.parse(team).hours).toEqual({ mon: [['09:00', '12:30']] })
})

it('a period has only times that exist', () => {
  const team = { name: 'Front desk', answerWithinMinutes: 60 }
  for (const period of ['9-12', { from: '09:00' }, { from: '09:00', to: '25:00' }, null])
    expect(storedTeam.safeParse({ ...team, hours: { mon: [period] } }).success).toBe(false)
})
