import type { Drift, DriftCounts } from '../../functions/src/lib/chat/search/drift.ts'
import type { ReindexReport } from '../../functions/src/lib/chat/search/reindex.ts'

const meanings = {
  missing: 'thread without a record',
  behind: 'record older than its thread',
  different: 'same version, other content',
  ahead: 'record newer than its thread',
  orphaned: 'record without a thread',
} satisfies Record<Drift, string>

const number = (value: number): string => value.toLocaleString('en-GB')

const threads = (count: number): string => `${number(count)} ${count === 1 ? 'thread' : 'threads'}`

/** `1,200 of 3,400 threads, 12 repaired`. */
export const progressLine = (counts: Readonly<DriftCounts>, total: number): string =>
  `${number(counts.threads)} of ${threads(total)}, ${number(counts.repaired)} repaired`

/** Where lines stay, as in a log: writes at most one every ten seconds. Times in milliseconds. */
export function throttled(
  write: (line: string) => void,
  now: () => number = Date.now,
): (line: string) => void {
  let last = now()
  return line => {
    if (now() - last < 10_000) return
    last = now()
    write(`${line}\n`)
  }
}

function verdict({ threads: compared }: DriftCounts, found: readonly string[]): string {
  if (found.length > 0) return ':'
  return compared > 0 ? ', every record is as it should be' : '.'
}

const keptLine = (kept: number): string =>
  `${number(kept)} records without a thread are too many to be removed unasked: is this the right index? ` +
  'Then add --remove-orphans.'

/** What was found and done, for a person. */
export function summary(report: ReindexReport, isDryRun: boolean): string {
  const found = Object.entries(meanings).flatMap(([kind, meaning]) => {
    const count = report[kind as Drift]
    return count > 0 ? [`  ${kind.padEnd(10)} ${number(count).padStart(7)}  ${meaning}`] : []
  })
  return [
    `${threads(report.threads)} compared${verdict(report, found)}`,
    ...found,
    ...(report.kept > 0 ? [keptLine(report.kept)] : []),
    ...(report.setUp ? [`The index ${isDryRun ? 'lacks' : 'got'} the settings that the code needs.`] : []),
    isDryRun
      ? `Dry run: nothing was changed, ${number(report.failed)} failed.`
      : `${number(report.repaired)} repaired, ${number(report.failed)} failed.`,
  ].join('\n')
}
