import { surviveSomeFaults } from './survive-connection-faults.ts'

surviveSomeFaults(
  'a connect that adopts an inactive channel',
  'a connect that adopts an active channel',
  'a hotel that is connected elsewhere',
  'a test that fails',
)
