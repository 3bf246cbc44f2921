import { inBrowser } from './checks/catalogue.ts'
import { withoutBrowser } from './checks/everything.ts'
import { runChecks } from './checks/run.ts'

// `npm run test:all`: the same with every fault, every pair, every mutant, 2,000 histories of each kind, 30 rounds of
// killed workers, and every page in dark at every width. What is measured in a browser has the machine for itself.
const env = { FAULTS: 'all', HISTORIES: '2000', SIGKILL_ROUNDS: '30', LOOK: 'all' }
await runChecks(withoutBrowser(env), [inBrowser(env)])
