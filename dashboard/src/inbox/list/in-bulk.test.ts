import { expect, test } from 'vitest'
import { inBulk } from './in-bulk.ts'

test('inBulk works on every target, five at a time, and reports each failure', async () => {
  let [running, most, ended] = [0, 0, 0]
  const numbers = Array.from({ length: 23 }, (_, at) => at)
  const { done, failed } = await inBulk(
    numbers,
    async number => {
      running += 1
      most = Math.max(most, running)
      await new Promise(resolve => setTimeout(resolve, 1))
      running -= 1
      if (number % 10 === 3) throw new Error(`no ${number}`)
    },
    () => {
      ended += 1
    },
  )
  expect([most, ended]).toEqual([5, 23])
  expect(failed).toEqual([3, 13].map(number => ({ target: number, error: new Error(`no ${number}`) })))
  expect(done).toEqual(numbers.filter(number => number % 10 !== 3))
})
