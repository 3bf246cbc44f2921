import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchVisibility } from './watch-visibility.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'
  become(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

test('a page counts as seen until it was hidden for five minutes, and again as soon as it is shown', () => {
  const [page, tell] = [new Page(), vi.fn()]
  const stop = watchVisibility(page, tell)
  page.become('hidden')
  vi.advanceTimersByTime(299_000)
  page.become('visible')
  vi.advanceTimersByTime(600_000)
  expect(tell).not.toHaveBeenCalledWith(false)
  page.become('hidden')
  vi.advanceTimersByTime(301_000)
  expect(tell).toHaveBeenLastCalledWith(false)
  page.become('visible')
  expect(tell).toHaveBeenLastCalledWith(true)
  page.become('hidden')
  stop()
  vi.advanceTimersByTime(301_000)
  expect(tell).toHaveBeenLastCalledWith(true)
})

test('a page opened in the background counts as seen for no more than five minutes', () => {
  const [page, tell] = [new Page(), vi.fn()]
  page.visibilityState = 'hidden'
  watchVisibility(page, tell)
  vi.advanceTimersByTime(301_000)
  expect(tell).toHaveBeenCalledExactlyOnceWith(false)
})
