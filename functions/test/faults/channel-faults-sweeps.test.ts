import { surviveSomeFaults } from './survive-connection-faults.ts'

surviveSomeFaults(
  'a sweep of a disconnecting that died',
  'a sweep of a reviewed mapping whose writing died',
  'a sweep of a load that died',
)
