import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileSilent } from './while-silent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it asks until the server is heard, and again when only the memory has spoken for a while', () => {
  const ask = vi.fn()
  const silence = whileSilent(ask)
  vi.advanceTimersByTime(13_000)
  expect(ask).toHaveBeenCalledTimes(2)
  silence.hear(true)
  vi.advanceTimersByTime(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
  silence.hear(false)
  vi.advanceTimersByTime(14_000)
  expect(ask).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(11_000)
  expect(ask).toHaveBeenCalledTimes(4)
})

test('a connection that comes back in time, or a listener that is no longer wanted, asks nothing', () => {
  const ask = vi.fn()
  const silence = whileSilent(ask)
  silence.hear(true)
  silence.hear(false)
  vi.advanceTimersByTime(5_000)
  silence.hear(true)
  silence.stop()
  silence.hear(false)
  vi.advanceTimersByTime(60_000)
  expect(ask).not.toHaveBeenCalled()
})
