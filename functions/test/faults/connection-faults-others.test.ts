import { surviveSomeFaults } from './survive-connection-faults.ts'

surviveSomeFaults(
  'a free connect',
  'a connect without an e-mail address',
  'a press on what is connected',
  'a sweep of what could not be undone',
)
