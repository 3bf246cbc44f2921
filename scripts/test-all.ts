import { inBrowser } from './checks/catalogue.ts'
import { everything } from './checks/everything.ts'
import { runChecks } from './checks/run.ts'

// `npm run test:all`: the same with every fault, every pair, every mutant, 2,000 histories of each kind, an outage over
// 10,000 messages, 30 rounds of killed workers, and every page in dark at every width; then, with the machine for itself, what is measured.
const env = { FAULTS: 'all', HISTORIES: '2000', OUTAGE: '10000', SIGKILL_ROUNDS: '30', LOOK: 'all' }
await runChecks(everything(env), [inBrowser('speed')])
