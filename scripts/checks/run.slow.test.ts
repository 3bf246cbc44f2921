import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, test } from 'vitest'
import type { Check } from './catalogue.ts'

const cwd = mkdtempSync(path.join(tmpdir(), 'checks-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const runner = path.join(import.meta.dirname, 'run.ts')

const script = (title: string, text: string): Check => ({ title, command: ['node', '-e', text] })

/** A run of vitest, as far as the runner sees one: output, a report, an exit code. */
function reporting(title: string, tests: Record<string, string>, text = ''): Check {
  const failed = Object.values(tests).filter(status => status === 'failed').length
  const report = `${title}.json`
  const content = JSON.stringify({
    testResults: [
      {
        name: `${title}.test.ts`,
        status: failed > 0 ? 'failed' : 'passed',
        assertionResults: Object.entries(tests).map(([fullName, status]) => ({
          fullName,
          status,
          tags: fullName.includes('journey') ? ['journey'] : [],
        })),
      },
    ],
  })
  const write = `require('fs').writeFileSync('${report}', ${JSON.stringify(content)})`
  return { ...script(title, `${text};${write};process.exitCode = ${failed}`), report }
}

const run = (...checks: Check[]) => runRows(checks)

async function runRows(...rows: Check[][]) {
  const code = `import(${JSON.stringify(runner)}).then(({ runChecks }) => runChecks(...${JSON.stringify(rows)}))`
  const { stdout, exitCode } = await execa('node', ['-e', code], { cwd, reject: false, preferLocal: true })
  return { lines: stdout.split('\n'), summary: stdout.slice(stdout.indexOf('━━ summary')), exitCode }
}

test('passed tests are counted, alone on the last line, and the run succeeds', async () => {
  const { lines, exitCode } = await run(
    script('types', ''),
    reporting('unit', { 'one thing': 'passed', 'another thing': 'passed' }),
  )
  expect(lines.at(-1)).toBe('3 passed, 0 failed, 0 skipped')
  expect(exitCode).toBe(0)
})

test('a failed test or check is named, stops no check of its row, and fails the run', async () => {
  const { lines, summary, exitCode } = await run(
    reporting('unit', { 'one thing': 'failed', 'another thing': 'passed' }),
    script('types', 'process.exit(2)'),
    script('format', ''),
  )
  expect(lines.at(-1)).toBe('2 passed, 2 failed, 0 skipped')
  expect(summary).toContain('failed: one thing')
  expect(summary).toMatch(/✗ types: 0 passed, 1 failed/)
  expect(exitCode).toBe(1)
})

test('a run that ends without a report, or fails without a failed test, counts as a failure', async () => {
  const lost = { ...script('lost', ''), report: 'nowhere.json' }
  const broken = reporting(
    'broken',
    { 'one thing': 'passed' },
    'process.once("exit", () => process.reallyExit(1))',
  )
  const { lines, summary, exitCode } = await run(lost, broken)
  expect(lines.at(-1)).toBe('1 passed, 2 failed, 0 skipped')
  expect(summary).toContain('failed: the run ended without a report')
  expect(summary).toContain('failed: the run itself, see its output')
  expect(exitCode).toBe(1)
})

test('a skipped test or check is named with the reason', async () => {
  const { lines, summary, exitCode } = await run(
    reporting('unit', { 'needs the documents of the vendors': 'pending' }),
    { ...script('browser', 'process.exit(1)'), skip: 'no Chromium here' },
  )
  expect(lines.at(-1)).toBe('0 passed, 0 failed, 2 skipped')
  expect(summary).toContain('skipped: needs the documents of the vendors')
  expect(summary).toContain('skipped: no Chromium here')
  expect(exitCode).toBe(0)
})

test("the summary has a run's counts of cases, and each line of output names its check", async () => {
  const program =
    'console.log("412 fault cases (chat)\\n\\u001b[22m\\u001b[39m300 histories (seed 7)\\n12 of 12 mutants caught\\n7 dwarfs")'
  const { lines, summary } = await run(reporting('faults', { all: 'passed' }, program))
  for (const remark of ['412 fault cases (chat)', '300 histories (seed 7)', '12 of 12 mutants caught'])
    expect(summary).toContain(`    ${remark}`)
  expect(summary).not.toContain('dwarfs')
  expect(lines).toContain('faults │ 7 dwarfs')
})

test('two checks run at once, never three', async () => {
  const note = (what: string) => `fs.appendFileSync('events', '${what}\\n')`
  const meeting = (name: string, other: string) =>
    script(
      name,
      `${note('begin')};fs.writeFileSync('met-${name}', '');
      setInterval(() => {
        if (!fs.existsSync('met-${other}')) return
        ${note('end')}
        process.exit()
      }, 5)`,
    )
  const pairs = [meeting('a', 'b'), meeting('b', 'a'), meeting('c', 'd'), meeting('d', 'c')]
  const { exitCode } = await run(...pairs)
  expect(exitCode).toBe(0)
  let running = 0
  let most = 0
  for (const event of readFileSync(path.join(cwd, 'events'), 'utf8').trim().split('\n')) {
    running += event === 'begin' ? 1 : -1
    most = Math.max(most, running)
  }
  expect(most).toBe(2)
  expect(running).toBe(0)
})

test('a process that a check leaves behind is named and killed, and fails the run', async () => {
  const orphan = 'console.log("pid", process.pid); process.send("here"); setInterval(() => {}, 1000)'
  const leave = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(orphan)}], {
    detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }).on('message', () => process.exit())`
  const { lines, summary, exitCode } = await run(script('leaves', leave), script('types', ''))
  expect(lines.at(-1)).toBe('2 passed, 1 failed, 0 skipped')
  expect(exitCode).toBe(1)
  const [, pid = ''] = /leaves │ pid (\d+)/.exec(lines.join('\n')) ?? []
  expect(summary).toMatch(/✗ leaves: 1 passed, 1 failed/)
  expect(summary).toMatch(
    new RegExp(`failed: left a process behind, which was killed: pid ${pid}: .*console\\.log`),
  )
  expect(existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toBeFalsy()
})

test('a row begins when the one before it has ended', async () => {
  const wait = script('first', 'setTimeout(() => console.log("over"), 400)')
  const { lines } = await runRows([wait], [script('second', 'console.log("begun")')])
  expect(lines.indexOf('first │ over')).toBeGreaterThan(-1)
  expect(lines.indexOf('first │ over')).toBeLessThan(lines.indexOf('second │ begun'))
})

test('a failure ends the run after its row', async () => {
  const [good, bad] = [script('good', ''), script('bad', 'process.exit(2)')]
  const early = await runRows([bad, good], [script('never', 'console.log("begun")')])
  expect(early.lines.at(-1)).toBe('1 passed, 1 failed, 1 skipped')
  expect(early.summary).toMatch(/skipped: never: not run/)
  expect(early.lines).not.toContain('never │ begun')
  const late = await runRows([good], [bad], [good])
  expect(late.lines.at(-1)).toBe('1 passed, 1 failed, 1 skipped')
})
