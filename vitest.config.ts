import { defineConfig } from 'vitest/config'

/** `unit` needs nothing; `stack` runs inside `npm run with-stack`, one file after another, since faults are global. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
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
          include: ['functions/test/{e2e,verbs,rules}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['functions/test/faults/*.test.ts'],
          globalSetup: 'functions/test/faults/count-cases.ts',
          // Mostly waiting, each with a sandbox and a way to Firestore of its own.
          maxWorkers: 6,
          testTimeout: 120_000,
          hookTimeout: 60_000,
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
