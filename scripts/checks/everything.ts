import { type Check, quickChecks, vitest, withFirestore, withStack } from './catalogue.ts'

const system = withStack('--no-schedules', '--env', 'VENDOR_TIMEOUT_MS=3000')

/** Every kind of check that needs no browser, as thorough as the environment says. */
export const withoutBrowser = (env: Record<string, string> = {}): Check[] => [
  vitest(['stack'], { wrapper: system }),
  ...quickChecks,
  vitest(['verbs*'], { wrapper: withFirestore }),
  vitest(['faults'], { wrapper: withFirestore, env }),
  vitest(['slow'], { env }),
]
