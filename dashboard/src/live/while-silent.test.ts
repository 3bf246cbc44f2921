import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileSilent } from './while-silent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('whileSilent asks until the server is heard, and again after a while of cached answers only', () => {
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

test('whileSilent asks nothing when the connection returns in time, or after a stop', () => {
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
