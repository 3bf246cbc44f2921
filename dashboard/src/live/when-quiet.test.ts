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

test('whenQuiet waits until no request has run for a while', async () => {
  const run = vi.fn()
  whenQuiet(run)
  asking(900).catch(() => {})
  await vi.advanceTimersByTimeAsync(1_100)
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600)
  expect(run).toHaveBeenCalledOnce()
})

test('whenQuiet waits no longer than three seconds for a page that keeps requesting', async () => {
  const run = vi.fn()
  whenQuiet(run)
  asking(60_000).catch(() => {})
  await vi.advanceTimersByTimeAsync(3_500)
  expect(run).toHaveBeenCalledOnce()
})

test('a cancelled run does not happen', async () => {
  const run = vi.fn()
  const cancel = whenQuiet(run)
  cancel()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).not.toHaveBeenCalled()
})
