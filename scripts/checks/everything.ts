import { type Check, inBrowser, quickChecks, vitest, withFirestore, withStack } from './catalogue.ts'

const system = withStack('--no-schedules', '--env', 'VENDOR_TIMEOUT_MS=3000')

/** Every kind of check, in rows; the fault tests as their environment says. */
export const everything = (faultsEnv: Record<string, string> = {}): Check[][] => [
  [
    vitest('stack', { wrapper: system }),
    ...quickChecks,
    vitest('verbs*', { wrapper: withFirestore }),
    vitest('faults', { wrapper: withFirestore, env: faultsEnv }),
    inBrowser('browser'),
    vitest('slow'),
  ],
  // What is measured has the machine for itself.
  [inBrowser('speed')],
]
