import { type Check, inBrowser, quickChecks, vitest, withFirestore, withStack } from './catalogue.ts'

const system = withStack('--no-schedules', '--env', 'VENDOR_TIMEOUT_MS=3000')

/** Every kind of check, as thorough as the environment says; last what is measured, when the machine has little else to do. */
export const everything = (env: Record<string, string> = {}): Check[] => [
  vitest(['stack'], { wrapper: system }),
  ...quickChecks,
  vitest(['verbs*'], { wrapper: withFirestore }),
  vitest(['faults'], { wrapper: withFirestore, env }),
  vitest(['slow'], { env }),
  inBrowser(env),
]
