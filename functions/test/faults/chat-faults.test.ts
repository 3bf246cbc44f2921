import * as chat from './run-case.ts'
import { scenarios } from './scenarios.ts'
import { surviveFaults } from './survive-faults.ts'

surviveFaults('chat', chat, scenarios)
