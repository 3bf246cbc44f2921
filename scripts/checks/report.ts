import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export interface Counts {
  passed: number
  /** The name of each test that failed, and its message. */
  failures: string[]
  /** The name of each test that was skipped, which says why. */
  skipped: string[]
  /** Tests without the tag, if the run has one. */
  others: number
}

export const noCounts: Counts = { passed: 0, failures: [], skipped: [], others: 0 }

const test = z.object({
  fullName: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  failureMessages: z.array(z.string()).nullish(),
})
const file = z.object({ name: z.string(), status: z.string(), assertionResults: z.array(test) })
const report = z.object({ testResults: z.array(file) })

/**
 * The counts of a vitest run, of tests with a tag where it ran only those. A failed run without a failed test (a file that
 * does not load) counts one failure.
 */
export async function readVitestReport(path: string, runFailed: boolean, tag?: string): Promise<Counts> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return { ...noCounts, failures: ['the run ended without a report'] }
  const { testResults } = report.parse(JSON.parse(text))
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const tests = all.filter(({ tags }) => !tag || tags.includes(tag))
  const by = Map.groupBy(tests, ({ status }) => (/^(passed|failed)$/.test(status) ? status : 'skipped'))
  const failures = (by.get('failed') ?? []).map(described)
  failures.push(...testResults.filter(isBroken).map(({ name }) => name))
  if (runFailed && failures.length === 0) failures.push('the run itself, see its output')
  return {
    passed: by.get('passed')?.length ?? 0,
    failures,
    skipped: (by.get('skipped') ?? []).map(({ fullName }) => fullName),
    others: all.length - tests.length,
  }
}

/** The summary repeats the message of a failed test: often only the end of a long log is at hand. */
function described({ fullName, failureMessages }: z.infer<typeof test>): string {
  const lines = stripVTControlCharacters(failureMessages?.[0] ?? '').split('\n')
  const telling = [fullName, ...lines.slice(0, 6)].map(line => line.trim()).filter(Boolean)
  return telling.join('\n        ')
}

/** A file that failed without a failed test: it does not load, or a hook failed. */
const isBroken = ({ status, assertionResults }: z.infer<typeof file>): boolean =>
  status === 'failed' && assertionResults.every(one => one.status !== 'failed')
