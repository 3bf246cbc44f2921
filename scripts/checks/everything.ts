import { openLanes } from '../stack/parameters.ts'
import {
  build,
  type Check,
  inBrowser,
  staticChecks,
  unit,
  vitest,
  withFirestore,
  withStack,
} from './catalogue.ts'

const parameters = { VENDOR_TIMEOUT_MS: '3000', OTA_TIMEOUT_MS: '3000', ...openLanes }
const system = withStack(
  '--no-schedules',
  ...Object.entries(parameters).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
)
/** Slow tests: of the functions as they are deployed, and of deaths of whole processes. */
const deployed = ['functions/test/deployed', 'functions/test/crash/sigkill']

/** The emulator takes twenty times as long for a history, so it plays only as many as `npm test`. */
const onEmulator = vitest(['verbs*', 'faults'], {
  wrapper: withFirestore,
  title: 'verbs* and faults on the emulator',
})

/** A row begins when the row before has ended: first the cheap checks, then the build that later checks need. */
const first: Check[][] = [staticChecks, [unit, build]]

/** Before each merge: every kind of check, within minutes. A row begins with its longest check. */
export const beforeMerge: Check[][] = [
  ...first,
  [
    vitest(['stack'], { wrapper: system }),
    vitest(['verbs*', 'http', 'faults']),
    inBrowser('browser', { tag: 'journey' }),
    vitest(['slow'], { env: { SIGKILL_ROUNDS: '1' }, title: 'deployed' }, ...deployed),
  ],
]

/**
 * Every check, as thorough as `env` says: the longest first, but last the tests that kill workers, when the machine has
 * least else to do.
 */
export const everything = (env: Record<string, string>): Check[][] => [
  ...first,
  [
    inBrowser('browser', { env }),
    vitest(['stack'], { wrapper: system, env }),
    vitest(['verbs*', 'http', 'faults'], { env }),
    onEmulator,
    { title: 'demo', command: [...withStack('--seed'), 'node', 'scripts/demo.ts'] },
    vitest(['slow'], { env }),
  ],
]
