import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Tests that change the environment or the modules of their process, and so need one of their own. */
const ownEnvironment = ['functions/test/verbs/{chat-triggers,made-up-channel,third-ota}.test.ts']

/** Logs are checked when a test ends, and all lines of the functions in the end. */
const checkLogs = 'functions/test/support/check-logs.ts'
const seed = 'functions/test/support/seed.ts'
/** Before the SDK is loaded. */
const hasty = [seed, 'functions/test/support/hasty-retries.ts']
const ownSurroundings = [...hasty, 'functions/test/support/own-surroundings.ts', checkLogs]

/** One of each job, and the trigger that sends; these run in one process, too. */
const journeys = 'functions/test/e2e/{chat-create-message,chat-search,connect-success}.test.ts'

/** A busy machine is no failure. */
const expectLate = { expect: { poll: { timeout: 60_000 } } }
const patient = { testTimeout: 120_000, hookTimeout: 120_000, ...expectLate }

/** Files share their modules (`isolate: false`) where loading the SDKs anew for each would take minutes. `unit` needs nothing; `browser` and `speed` need a Chromium beside the stack; `stack` runs inside `npm run with-stack`, one file after another, since faults are global. */
export default defineConfig({
  test: {
    tags: [
      { name: 'journey', description: 'Played in a browser by every run; the others by `npm run test:all`.' },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          alias: { '@functions': path.resolve(import.meta.dirname, 'functions/src') },
          include: [
            'dashboard/src/**/*.test.ts',
            'functions/src/**/*.test.ts',
            'functions/test/adapters/**/*.test.ts',
            'sandbox/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.slow.test.ts', '**/node_modules/**'],
          setupFiles: seed,
          globalSetup: 'scripts/contracts/provide.ts',
          // Tests of the adapters wait for time-outs.
          maxWorkers: Number(process.env.UNIT_WORKERS ?? 6),
          ...patient,
        },
      },
      {
        test: {
          name: 'verbs',
          isolate: false,
          include: ['functions/test/verbs/**/*.test.ts', 'functions/test/store/{documents,store}.test.ts'],
          exclude: ownEnvironment,
          setupFiles: ownSurroundings,
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: 'verbs-alone',
          include: ownEnvironment,
          setupFiles: ownSurroundings,
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          // HTTP and triggers in one process.
          name: 'http',
          isolate: false,
          include: ['functions/test/http/*.test.ts', journeys],
          setupFiles: [...hasty, 'functions/test/support/http.ts', checkLogs],
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: 'stack',
          isolate: false,
          include: ['functions/test/{e2e,rules,store}/**/*.test.ts'],
          setupFiles: [seed, checkLogs, 'functions/test/support/open-lanes.ts'],
          globalSetup: 'functions/test/support/scan-run-log.ts',
          // Faults of the stack's sandbox are everybody's.
          fileParallelism: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'faults',
          isolate: false,
          include: ['functions/test/faults/*.test.ts'],
          setupFiles: hasty,
          globalSetup: 'functions/test/faults/count-cases.ts',
          maxWorkers: 2,
          ...patient,
          ...(process.env.FAULTS === 'all' && { testTimeout: 900_000 }),
        },
      },
      {
        test: {
          name: 'browser',
          isolate: false,
          include: ['dashboard/test/*.browser.test.ts'],
          maxWorkers: 2,
          ...patient,
          testTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          // After those in the browser, since what is measured wants the machine for itself, and so does a whole day.
          name: 'speed',
          include: ['dashboard/test/speed.test.ts', 'dashboard/test/*.long.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'slow',
          include: ['**/*.slow.test.ts'],
          globalSetup: 'functions/test/deployed/build-once.ts',
          exclude: ['**/node_modules/**'],
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...expectLate,
        },
      },
    ],
  },
})
