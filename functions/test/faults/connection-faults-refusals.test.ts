import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults(
  'a test that fails',
  'an agreement that is missing',
  'a hotel that is connected elsewhere',
)
