import { expect, it } from 'vitest'
import { engineOrder, firstChoices, outcomes, windows } from '../../../../../bench/mapping/windows.ts'

const directions = ['a to b', 'b to a'] as const

it.each(directions)('the mapping chooses the right room of real hotels first, %s', direction => {
  expect(firstChoices(windows(direction), engineOrder())).toBeGreaterThanOrEqual(0.97)
})

it.each(directions)('the mapping maps no room of real hotels wrongly without marking it, %s', direction => {
  const { rows, wrong, sure, proposed } = outcomes(windows(direction))
  expect(wrong).toBe(0)
  expect((sure + proposed) / rows).toBeGreaterThanOrEqual(0.93)
  expect(sure / rows).toBeGreaterThanOrEqual(0.6)
})

it.each(directions)(
  'the mapping marks every room that it finds where the right one is missing, %s',
  direction => {
    const largest = windows(direction).filter(window => window.length === 12)
    expect(outcomes(largest, true)).toMatchObject({ wrong: 0, sure: 0 })
  },
)
