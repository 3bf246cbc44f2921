import { expect, test } from 'vitest'
import { toldOf } from './causes.ts'

const named = (...names: string[]) => names.map(cause => ({ cause }))

test('what is told of causes comes in the order of urgency, each once', () => {
  expect(toldOf(named('assigned', 'message', 'window-closing', 'assigned'))).toEqual([
    'window-closing',
    'assigned',
  ])
})

test('what is seen anyway, and what is not known yet, is not told', () => {
  expect(toldOf(named('message', 'guest-wrote', 'deadline-near', 'of-a-later-version'))).toEqual([])
})
