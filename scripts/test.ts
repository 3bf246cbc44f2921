import { beforeMerge } from './checks/everything.ts'
import { runChecks } from './checks/run.ts'

// `npm test`: every kind of check, and of journeys, faults, pairs and histories so many as fit into some minutes.
await runChecks(beforeMerge)
