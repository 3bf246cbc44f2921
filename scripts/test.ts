import { rm } from 'node:fs/promises'
import { execa } from 'execa'
import { findChromium } from './stack/checks.ts'
import { type Counts, noCounts, readVitestReport, sum } from './test-report.ts'

/** `npm test`: every check, then one line that counts them all. Nothing stops at the first failure. */
const reports = '.cache/test-reports'

interface Check {
  title: string
  command: string[]
  /** For a run of vitest: where it reports. A check without one counts as a single test. */
  report?: string
  /** Why it cannot be run here. */
  skip?: string | undefined
}

/** One run of vitest on a project, or on all whose names begin so; `shard` takes a share of the project's files, on a system of its own. */
const vitest = (project: string, wrapper: string[] = [], shard?: string): Check => {
  const name = shard === undefined ? project : `${project} ${shard}`
  const report = `${reports}/${name.replaceAll(/\W/g, '-')}.json`
  const run = [
    'vitest',
    'run',
    '--project',
    project,
    ...(shard === undefined ? [] : [`--shard=${shard}`]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  return { title: `tests: ${name}`, command: [...wrapper, ...run], report }
}

const withStack = ['node', 'scripts/with-stack.ts', '--env', 'VENDOR_TIMEOUT_MS=3000', 'npx']

/** What needs a Chromium beside the stack. */
const inBrowser = (project: string): Check => ({
  ...vitest(project, ['node', 'scripts/with-stack.ts', '--seed', 'npx']),
  skip: findChromium() ? undefined : `${project} tests: no Chromium here; npm run doctor says how to get it`,
})

const ofSources: Check[] = [
  { title: 'format and lint', command: ['biome', 'ci', '.'] },
  { title: 'types', command: ['tsc', '--noEmit'] },
  { title: 'types: dashboard', command: ['tsc', '--noEmit', '-p', 'dashboard'] },
  {
    title: 'import directions',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'functions/src'],
  },
  { title: 'unused code', command: ['knip'] },
]

/**
 * Rows one after another, so many checks of a row at once: they wait a lot, but what has a time-out fails when there is
 * too much beside it. What is measured has the machine for itself.
 */
const atOnce = 2
const rows: Check[][] = [
  [
    ...ofSources,
    vitest('unit'),
    ...['1/3', '2/3', '3/3'].map(shard => vitest('stack*', withStack, shard)),
    inBrowser('browser'),
  ],
  [vitest('faults', ['node', 'scripts/with-stack.ts', 'npx']), vitest('slow')],
  [inBrowser('speed')],
]

async function run({ title, command, report, skip }: Check): Promise<Counts> {
  console.log(`\n━━ ${title}`)
  if (skip) {
    console.log(`skipped: ${skip}`)
    return { ...noCounts, skipped: 1, reasons: [skip] }
  }
  const [file = '', ...parameters] = command
  const result = await execa(file, parameters, {
    stdio: ['ignore', 'inherit', 'inherit'],
    preferLocal: true,
    reject: false,
  })
  if (report === undefined) return result.failed ? { ...noCounts, failed: 1 } : { ...noCounts, passed: 1 }
  return readVitestReport(report, result.failed)
}

await rm(reports, { recursive: true, force: true })
const results: (readonly [title: string, counts: Counts])[] = []
for (const row of rows) {
  const waiting = [...row]
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      results.push([check.title, await run(check)])
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

console.log('\n━━ summary')
for (const [title, { passed, failed, skipped, reasons, failures }] of results) {
  console.log(`${failed > 0 ? '✗' : '✓'} ${title}: ${passed} passed, ${failed} failed, ${skipped} skipped`)
  for (const failure of failures) console.log(`    failed: ${failure}`)
  for (const reason of reasons) console.log(`    skipped: ${reason}`)
}
const { passed, failed, skipped } = sum(results.map(([, counts]) => counts))
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed > 0 ? 1 : 0
