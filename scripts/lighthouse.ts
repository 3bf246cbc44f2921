import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import lighthouse from 'lighthouse'
import { type BrowserContext, chromium } from 'playwright-core'
import { verdict } from './checks/goals.ts'
import { demoWorld } from './demo/world.ts'
import { asHosting } from './lighthouse/as-hosting.ts'
import { type Figures, headings, missedBy, rowOf } from './lighthouse/goals.ts'
import { bringToLife } from './seed/alive.ts'
import { findChromium } from './stack/checks.ts'
import { columns } from './stack/columns.ts'
import { repoRoot } from './stack/paths.ts'

/**
 * Measures pages as Lighthouse does for a phone: four times slower than this machine, over a slow line, nothing cached.
 * What is missed in two of three runs is missed.
 */
const hosting = await asHosting(process.env.API_URL ?? '')
const base = hosting.url
const reports = path.join(repoRoot, '.cache', 'lighthouse')
const quiet = { logLevel: 'error', output: 'html' } as const

async function signIn(window: BrowserContext): Promise<void> {
  const page = await window.newPage()
  await page.goto(base)
  await page.getByRole('button', { name: /Olivia/ }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await page.close()
}

async function visit(address: string): Promise<void> {
  const page = await window.newPage()
  await page.goto(base + address)
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  await page.close()
}

async function measure(page: string, address: string, port: number): Promise<Figures> {
  const onlyCategories = ['accessibility', 'best-practices', 'performance']
  const run = await lighthouse(base + address, { port, onlyCategories, ...quiet })
  if (!run || run.lhr.runtimeError)
    throw new Error(run?.lhr.runtimeError?.message ?? 'Lighthouse said nothing.')
  writeFileSync(path.join(reports, `${page}.html`), String(run.report))
  const { audits, categories } = run.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    page,
    ...{ accessibility: score('accessibility'), bestPractices: score('best-practices') },
    performance: score('performance'),
    ...{ lcp: value('largest-contentful-paint'), cls: value('cumulative-layout-shift') },
    bytes: value('total-byte-weight'),
  }
}

/** Until it is known whether the page misses a goal. It is visited once before, for the servers to be warm. */
async function judge(page: string, address: string, port: number): Promise<string[]> {
  const missed: string[][] = []
  await visit(address)
  do {
    const figures = await measure(page, address, port)
    rows.push(rowOf(figures))
    missed.push(missedBy(figures))
  } while (verdict(missed) === 'again')
  return verdict(missed) === 'missed' ? missed.flat() : []
}

const executablePath = findChromium()
if (!executablePath) throw new Error('There is no Chromium: npm run doctor says how to get it.')
await bringToLife(await demoWorld())
mkdirSync(reports, { recursive: true })
const rows = [headings]
const profile = mkdtempSync(path.join(tmpdir(), 'lighthouse-'))
const window = await chromium.launchPersistentContext(profile, {
  ...{ executablePath, args: ['--no-sandbox', '--remote-debugging-port=0', '--ignore-certificate-errors'] },
})
try {
  const port = Number.parseInt(readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8'), 10)
  const missed = await judge('sign-in', '/', port)
  await signIn(window)
  missed.push(...(await judge('morning', '/', port)))
  missed.push(...(await judge('inbox', '/inbox', port)))
  missed.push(...(await judge('thread', '/inbox/guest-maria', port)))
  console.log(`${columns(rows, column => (column === 0 ? 'padEnd' : 'padStart'))}`)
  for (const goal of new Set(missed)) console.log(`missed: ${goal}`)
  console.log('What each consists of: .cache/lighthouse')
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await window.close()
  hosting.close()
  rmSync(profile, { recursive: true, force: true })
}
