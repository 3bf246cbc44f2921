import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offerUndo, undoLast } from './undo.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const offer = () => ({ run: vi.fn(), close: vi.fn() })

test('the last action is undone once, by its button or by the key', () => {
  const [first, second] = [offer(), offer()]
  const button = offerUndo(first)
  button()
  button()
  expect(first.run).toHaveBeenCalledTimes(1)
  offerUndo(second)
  undoLast()
  undoLast()
  expect(second.run).toHaveBeenCalledTimes(1)
  expect(second.close).toHaveBeenCalledTimes(1)
})

test('an action before another one, or more than twenty seconds ago, stays', () => {
  const [first, second] = [offer(), offer()]
  const button = offerUndo(first)
  offerUndo(second)
  expect(first.close).toHaveBeenCalledTimes(1)
  button()
  expect(first.run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20_001)
  undoLast()
  expect(second.run).not.toHaveBeenCalled()
})
