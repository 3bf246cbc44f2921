import { defineConfig } from 'vitest/config'

/** Tests that change the environment of their process, and so need one of their own. */
const ownEnvironment = ['functions/test/verbs/{chat-triggers,connect-round-trips}.test.ts']

/** Files share their modules (`isolate: false`) where loading the SDKs anew for each would take minutes. `unit` needs nothing; `browser` and `speed` need a Chromium beside the stack; `stack` runs inside `npm run with-stack`, one file after another, since faults are global. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: [
            'dashboard/src/**/*.test.ts',
            'functions/src/**/*.test.ts',
            'functions/test/adapters/**/*.test.ts',
            'sandbox/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.slow.test.ts', '**/node_modules/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'stack',
          isolate: false,
          include: ['functions/test/{e2e,verbs,rules}/**/*.test.ts'],
          exclude: ownEnvironment,
          // The running system's own sweeps may come between now and then.
          retry: 1,
          // What was logged is looked at when a test ends, and all that the functions logged in the end.
          setupFiles: 'functions/test/support/check-logs.ts',
          globalSetup: 'functions/test/support/scan-run-log.ts',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'stack-alone',
          include: ownEnvironment,
          // What was logged is looked at when a test ends, and all that the functions logged in the end.
          setupFiles: 'functions/test/support/check-logs.ts',
          globalSetup: 'functions/test/support/scan-run-log.ts',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          isolate: false,
          include: ['functions/test/faults/*.test.ts'],
          // Minutes more; with `FAULTS=all` they are there.
          exclude: process.env.FAULTS === 'all' ? [] : ['**/connection-mutants.test.ts'],
          globalSetup: 'functions/test/faults/count-cases.ts',
          // Mostly waiting, each with a sandbox and a way to Firestore of its own.
          maxWorkers: 6,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['dashboard/test/*.browser.test.ts'],
          maxWorkers: 2,
          testTimeout: 90_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          // After the others, since what is measured wants the machine for itself.
          name: 'speed',
          include: ['dashboard/test/speed.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'slow',
          include: ['**/*.slow.test.ts'],
          exclude: ['**/node_modules/**'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
