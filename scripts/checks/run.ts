import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { type Check, reportFolder } from './catalogue.ts'
import { leftBehind } from './leftovers.ts'
import { type Counts, noCounts, readVitestReport, sum } from './report.ts'

/** Two cores bear two checks that start systems; with more of them whatever has a time-out waits for its turn. */
const atOnce = 2
const progressEveryMs = 30_000

/**
 * For the emulators' JVM, which lives for minutes beside what it serves. Compiling hot code a second time, collecting
 * garbage on threads of its own, and a log of every call to Firestore cost a third of the processor time of a check
 * that leans on Firestore. This variable wins over the options that firebase-tools gives.
 */
const jvmOptions = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dgoogle.cloud_firestore.debug_log_level=WARNING'

interface Result {
  title: string
  seconds: number
  counts: Counts
  /** What a run says of itself beside its tests: fault cases, histories, mutants. */
  remarks: string[]
}

/**
 * Runs checks in their order, two at once, a row after the other; then prints a summary and, alone on the last line, the
 * count of everything. A failure in the first of several rows ends the run after that row, and nothing else does. A check
 * that leaves a process behind has one failure more.
 */
export async function runChecks(...rows: Check[][]): Promise<void> {
  await rm(reportFolder, { recursive: true, force: true })
  const results: Result[] = []
  const running = new Map<string, number>()
  const timer = setInterval(() => {
    const now = [...running].map(([title, since]) => `${title} (${time(since)})`).join(', ')
    console.log(`… ${results.length} of ${rows.flat().length} done, running: ${now}`)
  }, progressEveryMs)
  let isOver = false
  for (const [at, row] of rows.entries()) {
    const waiting = isOver ? row.map(notRun) : [...row]
    const work = async () => {
      for (let check = waiting.shift(); check; check = waiting.shift()) {
        running.set(check.title, Date.now())
        const result = await runCheck(check)
        running.delete(check.title)
        results.push(result)
        console.log(line(result))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    isOver ||= at === 0 && results.some(({ counts }) => counts.failed > 0)
  }
  clearInterval(timer)
  printSummary(results)
}

const notRun = (check: Check): Check => ({
  ...check,
  skip: `${check.title}: not run, the failures of the first row end the run`,
})

const time = (since: number): string => duration((Date.now() - since) / 1000)

const duration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

async function runCheck(check: Check): Promise<Result> {
  const { title, command, env, report, tag, skip } = check
  if (skip) return { title, seconds: 0, counts: { ...noCounts, skipped: 1, reasons: [skip] }, remarks: [] }
  console.log(`━━ ${title}`)
  const since = Date.now()
  const remarks: string[] = []
  // Several run at once, so each line says whose it is.
  const named = function* (given: unknown) {
    const text = String(given)
    const said = stripVTControlCharacters(text).trim()
    if (isRemark(said)) remarks.push(said)
    if (text.trim() !== '') yield `${title} │ ${text}`
  }
  const [file = '', ...parameters] = command
  const marker = { CHECK_ID: randomBytes(6).toString('hex') }
  const running = execa(file, parameters, {
    stdin: 'ignore',
    stdout: [named, 'inherit'],
    stderr: [named, 'inherit'],
    preferLocal: true,
    reject: false,
    env: { _JAVA_OPTIONS: jvmOptions, ...env, ...marker },
  })
  // Looked for at its exit: one that holds its output open would keep us waiting for the end of that.
  const leaving = running.pid
    ? once(running, 'exit').then(() => leftBehind(`CHECK_ID=${marker.CHECK_ID}`))
    : []
  const result = await running
  const seconds = (Date.now() - since) / 1000
  const counts = report
    ? await readVitestReport(report, result.failed, tag)
    : { ...noCounts, [result.failed ? 'failed' : 'passed']: 1 }
  const left = await leaving
  if (left.length === 0) return { title, seconds, counts, remarks }
  const failures = left.map(one => `left a process behind, which was killed: ${one}`)
  return { title, seconds, counts: sum([counts, { ...noCounts, failed: 1, failures }]), remarks }
}

/** `300 histories (seed 1)`, `12 of 12 mutants caught`. */
const isRemark = (text: string): boolean =>
  /^\d+( of \d+)? (fault cases|permission cases|hostile requests|histories|mutants)\b/.test(text)

function line({ title, seconds, counts: { passed, failed, skipped } }: Result): string {
  const mark = failed > 0 ? '✗' : '✓'
  return `${mark} ${title}: ${passed} passed, ${failed} failed, ${skipped} skipped (${duration(seconds)})`
}

function printSummary(results: readonly Result[]): void {
  console.log('\n━━ summary')
  for (const result of results) {
    console.log(line(result))
    for (const remark of result.remarks) console.log(`    ${remark}`)
    for (const failure of result.counts.failures) console.log(`    failed: ${failure}`)
    for (const reason of result.counts.reasons) console.log(`    skipped: ${reason}`)
    if (result.counts.left > 0) console.log(`    ${result.counts.left} more by npm run test:all`)
  }
  const { passed, failed, skipped } = sum(results.map(({ counts }) => counts))
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  process.exitCode = failed > 0 ? 1 : 0
}
