import {
  type Check,
  inBackground,
  inBrowser,
  quickChecks,
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

/**
 * Every kind of check, as thorough as the environment says: the longest first, but last what kills workers, since then
 * the machine has least else to do; beside them those that start nothing.
 */
export const everything = (env: Record<string, string> = {}): Check[] => [
  inBrowser('browser', env),
  vitest('stack', { wrapper: system(), env }),
  {
    ...vitest('stack', { wrapper: system('--env', 'FIRESTORE_CLIENT=sdk'), env }, ...posts),
    title: 'posts by the SDK',
  },
  vitest(['verbs*', 'faults'], { wrapper: withFirestore, env }),
  vitest('slow', { env }),
  ...quickChecks.map(inBackground),
]
