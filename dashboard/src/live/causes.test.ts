import { expect, test } from 'vitest'
import { causeNames } from './causes.ts'

const named = (...names: string[]) => names.map(cause => ({ cause }))

test('shown causes come in the order of urgency, each once', () => {
  expect(causeNames(named('assigned', 'message', 'window-closing', 'assigned'))).toEqual([
    'window-closing',
    'assigned',
  ])
})

test('causes that show anyway, and unknown ones, are left out', () => {
  expect(causeNames(named('message', 'guest-wrote', 'deadline-near', 'of-a-later-version'))).toEqual([])
})
