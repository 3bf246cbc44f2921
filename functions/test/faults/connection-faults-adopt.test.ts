import { surviveSomeFaults } from './survive-connection-faults.ts'

surviveSomeFaults(
  'a connect that adopts an inactive channel',
  'a connect that adopts an active channel',
  'a connect that adopts, and that others overtake for another hotel',
  'a hotel that is connected elsewhere',
  'a test that fails',
)
