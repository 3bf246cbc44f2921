import { sizes, staticChecks, unit } from './checks/catalogue.ts'
import { runChecks } from './checks/run.ts'

// `npm run check`: everything that needs no running system, for the inner loop, and how large the project is.
await runChecks([unit, ...staticChecks, sizes])
