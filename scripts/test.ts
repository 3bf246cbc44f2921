import { beforeMerge } from './checks/everything.ts'
import { runChecks } from './checks/run.ts'

// `npm test`: every kind of check, with as many journeys, faults, pairs and histories as fit into some minutes.
process.env.BUILT_FUNCTIONS = 'functions'
await runChecks(...beforeMerge)
