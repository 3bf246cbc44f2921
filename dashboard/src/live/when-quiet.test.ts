import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/queries.ts'
import { whenQuiet } from './when-quiet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const asking = (ms: number) =>
  queryClient.fetchQuery({
    queryKey: ['asked'],
    queryFn: () => new Promise(resolve => setTimeout(resolve, ms, 'answer')),
  })

test('it waits until nothing has been asked for during a while', async () => {
  const run = vi.fn()
  whenQuiet(run)
  asking(900).catch(() => {})
  await vi.advanceTimersByTimeAsync(1_100)
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600)
  expect(run).toHaveBeenCalledOnce()
})

test('a page that asks on and on is waited for no longer than three seconds', async () => {
  const run = vi.fn()
  whenQuiet(run)
  asking(60_000).catch(() => {})
  await vi.advanceTimersByTimeAsync(3_500)
  expect(run).toHaveBeenCalledOnce()
})

test('what is no longer wanted does not run', async () => {
  const run = vi.fn()
  const cancel = whenQuiet(run)
  cancel()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).not.toHaveBeenCalled()
})
