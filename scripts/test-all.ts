import { everything } from './checks/everything.ts'
import { runChecks } from './checks/run.ts'

// `npm run test:all`: the same with every fault, every pair, every mutant and 2,000 histories of each kind.
await runChecks(...everything({ FAULTS: 'all', HISTORIES: '2000' }))
