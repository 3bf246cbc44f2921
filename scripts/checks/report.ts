import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Names of what was skipped; they say why. */
  reasons: string[]
  /** Names of what failed, and what it said. */
  failures: string[]
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0, reasons: [], failures: [] }

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
      reasons: [...total.reasons, ...counts.reasons],
      failures: [...total.failures, ...counts.failures],
    }),
    noCounts,
  )

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/** The counts of a vitest run. A failed run without a failed test (a file that does not load) counts one failure. */
export async function readVitestReport(path: string, runFailed: boolean): Promise<Counts> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return { ...noCounts, failed: 1, failures: ['the run ended without a report'] }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report.parse(
    JSON.parse(text),
  )
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failures = [
    ...tests.filter(({ status }) => status === 'failed').map(described),
    ...testResults.filter(isBrokenFile).map(({ name }) => name),
  ]
  return {
    passed: numPassedTests,
    failed: runFailed ? Math.max(1, failures.length) : numFailedTests,
    skipped: numPendingTests + numTodoTests,
    reasons: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
    failures: runFailed && failures.length === 0 ? ['the run itself, see its output'] : failures,
  }
}

type Test = z.infer<typeof report>['testResults'][number]['assertionResults'][number]

/** The end of a long log is often all that is kept of it: the summary says what a failed test said. */
const described = ({ fullName, failureMessages }: Test): string =>
  [
    fullName,
    ...stripVTControlCharacters(failureMessages?.[0] ?? '')
      .split('\n')
      .slice(0, 6),
  ]
    .map(text => text.trim())
    .filter(text => text !== '')
    .join('\n        ')

/** A file that failed without a failed test: it does not load, or a hook failed. */
const isBrokenFile = ({ status, assertionResults }: z.infer<typeof report>['testResults'][number]): boolean =>
  status === 'failed' && assertionResults.every(test => test.status !== 'failed')
