import { expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

const tick = () => new Promise(resolve => setImmediate(resolve))

it('inParallel runs over every item once, and never over more than so many at a time', async () => {
  const [visits, running]: [number[], Set<number>] = [[], new Set()]
  let most = 0
  const items = Array.from({ length: 20 }, (_, at) => at)
  await inParallel(3, items, async item => {
    running.add(item)
    most = Math.max(most, running.size)
    await tick()
    running.delete(item)
    visits.push(item)
  })
  expect(visits.toSorted((a, b) => a - b)).toEqual(items)
  expect(most).toBe(3)
})

it('inParallel throws a failure only after the other running items have ended', async () => {
  const ended: number[] = []
  const run = inParallel(2, [1, 2], async item => {
    if (item === 1) throw new Error('no')
    await tick()
    ended.push(item)
  })
  await expect(run).rejects.toThrow('no')
  expect(ended).toEqual([2])
})
