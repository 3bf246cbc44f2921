import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Tests that a run with a tag leaves to the run of all. */
  left: number
  /** Names of what was skipped; they say why. */
  reasons: string[]
  /** Names of what failed, and what it said. */
  failures: string[]
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0, left: 0, reasons: [], failures: [] }

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
      left: total.left + counts.left,
      reasons: [...total.reasons, ...counts.reasons],
      failures: [...total.failures, ...counts.failures],
    }),
    noCounts,
  )

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          tags: z.array(z.string()),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/**
 * The counts of a vitest run, of tests with a tag where it ran only those. A failed run without a failed test (a file that
 * does not load) counts one failure.
 */
export async function readVitestReport(path: string, runFailed: boolean, tag?: string): Promise<Counts> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return { ...noCounts, failed: 1, failures: ['the run ended without a report'] }
  const { testResults } = report.parse(JSON.parse(text))
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const tests = tag ? all.filter(({ tags }) => tags.includes(tag)) : all
  const failed = tests.filter(({ status }) => status === 'failed')
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  const failures = [...failed.map(described), ...testResults.filter(isBrokenFile).map(({ name }) => name)]
  return {
    passed: tests.length - failed.length - skipped.length,
    failed: runFailed ? Math.max(1, failures.length) : failed.length,
    skipped: skipped.length,
    reasons: skipped.map(({ fullName }) => fullName),
    left: all.length - tests.length,
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
