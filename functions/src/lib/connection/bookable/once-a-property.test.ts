import { expect, it, vi } from 'vitest'
import { onceAProperty } from './once-a-property.ts'

const days = { from: '2031-05-04', to: '2031-05-05' }

function asked(kept: number) {
  const calendar = vi.fn(async () => new Map())
  const closingRules = vi.fn(async () => ({ daysAhead: 90 }))
  return { calendar, closingRules, ...{ shared: onceAProperty({ calendar, closingRules }, kept) } }
}

it('asks once for two channels of a property, though both ask at once', async () => {
  const { shared, calendar, closingRules } = asked(2)
  const answers = await Promise.all([shared.calendar('p', days), shared.calendar('p', { ...days })])
  expect(answers[0]).toBe(answers[1])
  await shared.closingRules('p')
  expect(await shared.closingRules('p')).toEqual({ daysAhead: 90 })
  expect([calendar.mock.calls, closingRules.mock.calls]).toEqual([[['p', days]], [['p']]])
})

it('asks for each property, and for other days', async () => {
  const { shared, calendar } = asked(3)
  await shared.calendar('p', days)
  await shared.calendar('q', days)
  await shared.calendar('p', { ...days, to: '2031-05-06' })
  expect(calendar).toHaveBeenCalledTimes(3)
})

it('keeps what was asked last, so that memory stays bounded', async () => {
  const { shared, calendar } = asked(2)
  for (const id of ['p', 'q', 'r', 'p']) await shared.calendar(id, days)
  expect(calendar.mock.calls.map(([id]: unknown[]) => id)).toEqual(['p', 'q', 'r', 'p'])
})

it('asks again after a failure', async () => {
  const { shared, calendar } = asked(2)
  calendar.mockRejectedValueOnce(new Error('away'))
  await expect(shared.calendar('p', days)).rejects.toThrow('away')
  expect(await shared.calendar('p', days)).toEqual(new Map())
})
