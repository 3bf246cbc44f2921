import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults(
  'a sweep after a press that died when it had claimed',
  'a sweep after a press that died when it had created',
  'a sweep after a press that died when it had activated',
)
