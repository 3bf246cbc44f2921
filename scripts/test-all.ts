import { inBrowser, vitest } from './checks/catalogue.ts'
import { everything } from './checks/everything.ts'
import { runChecks } from './checks/run.ts'

// `npm run test:all`: all tests, with every fault, every pair, every mutant, 2,000 histories of each kind, outages over
// 10,000 messages each, 30 rounds of killed workers, and every page in dark at every width; then, each alone on the
// machine, measurements in a browser, posts beside 10,000 hostile requests, and the bench, whose goals count as missed
// when two of three runs miss them.
const SEED = process.env.SEED ?? String(Date.now() % 2 ** 31)
const env = { SEED, FAULTS: 'all', HISTORIES: '2000', OUTAGE: '10000', SIGKILL_ROUNDS: '30', LOOK: 'all' }
const hostile = vitest(
  ['slow'],
  { env: { HOSTILE: '10000' }, title: 'hostile load' },
  'functions/test/deployed/hostile',
)
// The bench runs alone, so the emulator's JVM keeps its own options, which are fast rather than cheap.
const bench = {
  title: 'bench',
  command: ['node', 'scripts/bench-goals.ts'],
  env: { BENCH_POSTS: '50000', DRAIN: '10000', _JAVA_OPTIONS: '' },
}
process.env.BUILT_FUNCTIONS = 'functions'
await runChecks(...everything(env), [inBrowser('speed')], [hostile], [bench])
