import { inBrowser, quickChecks, vitest, withStack } from './checks/catalogue.ts'
import { runChecks } from './checks/run.ts'

/** `npm test`: every check, then one line that counts them all. */
const impatient = withStack('--env', 'VENDOR_TIMEOUT_MS=3000')

await runChecks(
  [
    ...quickChecks,
    ...['1/3', '2/3', '3/3'].map(shard => vitest('stack*', { wrapper: impatient, shard })),
    inBrowser('browser'),
  ],
  [vitest('faults', { wrapper: withStack() }), vitest('slow')],
  // What is measured has the machine for itself.
  [inBrowser('speed')],
)
