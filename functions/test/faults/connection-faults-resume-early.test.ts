import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults(
  'a press after one that died when it had claimed',
  'a press after one that died when it had reserved',
)
