import { expect, test } from 'vitest'
import { causeNames } from './causes.ts'

const named = (...names: string[]) => names.map(cause => ({ cause }))

test('what is told of causes comes in the order of urgency, each once', () => {
  expect(causeNames(named('assigned', 'message', 'window-closing', 'assigned'))).toEqual([
    'window-closing',
    'assigned',
  ])
})

test('what is seen anyway, and what is not known yet, is not told', () => {
  expect(causeNames(named('message', 'guest-wrote', 'deadline-near', 'of-a-later-version'))).toEqual([])
})
