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

/**
 * Nobody but the tests sweeps, so no lane may be closed by the faults of one for the next, and what people send again
 * has to find room.
 */
const lanes = 'chatapp ota search guest-platform email look-up channel-manager'
  .split(' ')
  .map(lane => `${lane}=400/10`)
const system = (...more: string[]) =>
  withStack(
    ...['--no-schedules', '--env', 'VENDOR_TIMEOUT_MS=3000', '--env', 'OTA_TIMEOUT_MS=3000'],
    ...['--env', 'LANE_TOLERATED_FAILURES=1000000'],
    ...['--env', `LANES=${[...lanes, 'sms=100/10'].join()}`],
    ...more,
  )
/** End to end what a post does, for the client of Firestore that is not the default. */
const posts = ['create-message', 'replay', 'bad-input', 'delivery'].map(
  name => `functions/test/e2e/chat-${name}.test.ts`,
)
/** Of what takes long: the functions as they are deployed, and deaths of whole processes. */
const deployed = ['functions/test/deployed', 'functions/test/crash/sigkill']

/** A row begins when the one before has ended; what is cheap comes first, then what the others need. */
const first: Check[][] = [staticChecks, [unit, build]]

/** Before each merge: every kind of check, within minutes. The longest of a row first. */
export const beforeMerge: Check[][] = [
  ...first,
  [
    vitest(['verbs*', 'faults'], { wrapper: withFirestore }),
    vitest(['stack'], { wrapper: system() }),
    inBrowser('browser', { tag: 'journey' }),
    { ...vitest(['slow'], { env: { SIGKILL_ROUNDS: '1' } }, ...deployed), title: 'deployed' },
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
    vitest(['stack'], { wrapper: system(), env }),
    {
      ...vitest(['stack'], { wrapper: system('--env', 'FIRESTORE_CLIENT=sdk'), env }, ...posts),
      title: 'posts by the SDK',
    },
    vitest(['verbs*', 'faults'], { wrapper: withFirestore, env }),
    { title: 'demo', command: [...withStack('--seed'), 'node', 'scripts/demo.ts'] },
    vitest(['slow'], { env }),
  ],
]
