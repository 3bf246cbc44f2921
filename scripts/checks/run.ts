import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { type Check, reportFolder } from './catalogue.ts'
import { survivorsOf } from './leftovers.ts'
import { type Counts, noCounts, readVitestReport } from './report.ts'

/**
 * Options of the emulators' JVM, which lives for minutes. Compiling hot code a second time, collecting garbage on
 * threads of its own, and a log of every call to Firestore cost a third of the processor time of a check that uses
 * Firestore a lot. `_JAVA_OPTIONS` wins over the options that firebase-tools gives.
 */
const jvmOptions = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dgoogle.cloud_firestore.debug_log_level=WARNING'

interface Result extends Counts {
  title: string
  seconds: number
  /** Lines of output that count fault cases, histories or mutants. */
  remarks: string[]
}

/**
 * Runs checks in their order, two at once, a row after the other; then prints a summary and, alone on the last line,
 * the count of everything. A failure ends the run after its row. A process that outlives its check counts as one more
 * failure.
 */
export async function runChecks(...rows: Check[][]): Promise<void> {
  await rm(reportFolder, { recursive: true, force: true })
  const results: Result[] = []
  let skip: string | undefined
  for (const row of rows) {
    const waiting = row.values()
    const work = async () => {
      for (const check of waiting) {
        const result = await runCheck({ ...check, ...(skip && { skip: `${check.title}: ${skip}` }) })
        results.push(result)
        console.log(line(result))
      }
    }
    // Two cores bear two checks that start systems; more would wait for each other until calls time out.
    await Promise.all([work(), work()])
    if (results.some(({ failures }) => failures.length > 0))
      skip = 'not run, the failures before it end the run'
  }
  printSummary(results)
}

async function runCheck({ title, command, env, report, tag, skip }: Check): Promise<Result> {
  const result: Result = { ...noCounts, title, seconds: 0, remarks: [] }
  if (skip) return { ...result, skipped: [skip] }
  console.log(`━━ ${title}`)
  const since = Date.now()
  // Two checks run at once, so each line names its check.
  const named = function* (given: unknown) {
    const text = String(given)
    const plain = stripVTControlCharacters(text).trim()
    if (isRemark.test(plain)) result.remarks.push(plain)
    if (text.trim() !== '') yield `${title} │ ${text}`
  }
  const [file = '', ...parameters] = command
  const CHECK_ID = randomBytes(6).toString('hex')
  const running = execa(file, parameters, {
    stdin: 'ignore',
    stdout: [named, 'inherit'],
    stderr: [named, 'inherit'],
    preferLocal: true,
    reject: false,
    env: { _JAVA_OPTIONS: jvmOptions, ...env, CHECK_ID },
  })
  // Survivors are sought at the check's exit: a survivor may hold its output open, whose end `await running` waits for.
  const leaving = running.pid ? once(running, 'exit').then(() => survivorsOf(`CHECK_ID=${CHECK_ID}`)) : []
  const { failed } = await running
  const seconds = (Date.now() - since) / 1000
  const own = failed ? { failures: ['see its output'] } : { passed: 1 }
  const counts = report ? await readVitestReport(report, failed, tag) : { ...noCounts, ...own }
  const survivors = await leaving
  if (survivors.length === 0) return { ...result, ...counts, seconds }
  const failure = `left a process behind, which was killed: ${survivors.join('; ')}`
  return { ...result, ...counts, seconds, failures: [...counts.failures, failure] }
}

/** `300 histories (seed 1)`, `12 of 12 mutants caught`. */
const isRemark = /^\d+( of \d+)? (fault cases|permission cases|hostile requests|histories|mutants)\b/

const countsOf = ({ passed, failures, skipped }: Counts): string =>
  `${passed} passed, ${failures.length} failed, ${skipped.length} skipped`

function line({ title, seconds, ...counts }: Result): string {
  const mark = counts.failures.length > 0 ? '✗' : '✓'
  return `${mark} ${title}: ${countsOf(counts)} (${Math.round(seconds)} s)`
}

function printSummary(results: readonly Result[]): void {
  console.log('\n━━ summary')
  for (const result of results) {
    console.log(line(result))
    for (const remark of result.remarks) console.log(`    ${remark}`)
    for (const failure of result.failures) console.log(`    failed: ${failure}`)
    for (const reason of result.skipped) console.log(`    skipped: ${reason}`)
    if (result.others > 0) console.log(`    ${result.others} more by npm run test:all`)
  }
  const failures = results.flatMap(result => result.failures)
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const skipped = results.flatMap(result => result.skipped)
  console.log(`\n${countsOf({ ...noCounts, passed, failures, skipped })}`)
  process.exitCode = failures.length > 0 ? 1 : 0
}
