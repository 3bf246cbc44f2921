import { surviveConnectionFaults } from './survive-connection-faults.ts'

surviveConnectionFaults(
  'a press on what is connected',
  'a connect without an e-mail address',
  'a press for another hotel after one that died',
)
