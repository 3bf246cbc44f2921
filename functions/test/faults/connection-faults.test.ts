import { connecting } from './connection-case.ts'
import { connectionScenarios } from './connection-scenarios.ts'
import { surviveFaults } from './survive-faults.ts'

surviveFaults('connecting', connecting, connectionScenarios, [
  'a free connect',
  'a connect without an e-mail address',
  'a connect of a hotel that create takes by number only',
  'a connect that adopts an inactive channel',
  'a connect that adopts an active channel',
  'a connect that adopts, and that others overtake for another hotel',
  'a connect that others overtake with other terms',
  'an undo during which others connect the property',
  'a test that fails',
  'a hotel that is connected elsewhere',
  'a press for another hotel after one that died',
  'a press on what is connected',
  'a sweep of what could not be undone',
  'a press after one that died when it had created',
  'a sweep after a press that died when it had activated',
  'a sweep after a press that died while it undid',
])
