import { type Check, inBrowser, quickChecks, vitest, withFirestore, withStack } from './catalogue.ts'

const system = withStack('--no-schedules', '--env', 'VENDOR_TIMEOUT_MS=3000')

/** Every kind of check, the longest first, as thorough as the environment says. */
export const everything = (env: Record<string, string> = {}): Check[] => [
  vitest('stack', { wrapper: system }),
  inBrowser('browser', env),
  vitest('faults', { wrapper: withFirestore, env }),
  vitest('verbs*', { wrapper: withFirestore }),
  vitest('slow', { env }),
  ...quickChecks,
]
