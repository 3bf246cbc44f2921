import { staticChecks, unit } from './checks/catalogue.ts'
import { runChecks } from './checks/run.ts'

// `npm run check`: everything that needs no running system, for the inner loop.
await runChecks([unit, ...staticChecks])
