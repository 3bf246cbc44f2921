import { inBrowser, quickChecks, vitest, withFirestore, withStack } from './checks/catalogue.ts'
import { runChecks } from './checks/run.ts'

/** `npm test`: every kind of check, then one line that counts them all. */
const system = withStack('--no-schedules', '--env', 'VENDOR_TIMEOUT_MS=3000')

await runChecks(
  [
    vitest('stack', { wrapper: system }),
    ...quickChecks,
    vitest('verbs*', { wrapper: withFirestore }),
    vitest('faults', { wrapper: withFirestore }),
    inBrowser('browser'),
    vitest('slow'),
  ],
  // What is measured has the machine for itself.
  [inBrowser('speed')],
)
