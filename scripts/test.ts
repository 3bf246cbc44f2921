import { beforeMerge } from './checks/everything.ts'
import { runChecks } from './checks/run.ts'

// `npm test`: every kind of check, and of journeys, faults, pairs and histories so many as fit into some minutes.
process.env.BUILT_FUNCTIONS = 'functions'
await runChecks(...beforeMerge)
