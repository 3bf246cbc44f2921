import { chat } from './run-case.ts'
import { scenarios } from './scenarios.ts'
import { surviveFaults } from './survive-faults.ts'

surviveFaults('chat', chat, scenarios, [
  'two equal texts',
  'an e-mail',
  'the sweep of a stale record',
  'the delivery of an SMS',
  'the sync of a note',
])
