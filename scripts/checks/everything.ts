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
/** Of what takes long: the functions as they are deployed, and deaths of whole processes. */
const deployed = ['functions/test/deployed', 'functions/test/crash/sigkill']

/** A history takes twenty times as long there, so that as many are played as before a merge. */
const onEmulator = vitest(['verbs*', 'faults'], {
  wrapper: withFirestore,
  title: 'verbs* and faults on the emulator',
})

/** A row begins when the one before has ended; what is cheap comes first, then what the others need. */
const first: Check[][] = [staticChecks, [unit, build]]

/** Before each merge: every kind of check, within minutes. The longest of a row first. */
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
 * All that there is, as thorough as the environment says: the longest first, but last what kills workers, since then the
 * machine has least else to do.
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
