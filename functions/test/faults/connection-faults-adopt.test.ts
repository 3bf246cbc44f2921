import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults(
  'a connect that adopts an inactive channel',
  'a connect that adopts an active channel',
)
