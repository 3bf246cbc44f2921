import { mkdirSync } from 'node:fs'
import path from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterEach, beforeAll } from 'vitest'
import { fromStack } from '../../../functions/test/support/stack.ts'
import { findChromium } from '../../../scripts/stack/checks.ts'
import { endListening, watchListening } from './listening.ts'
import type { Staff } from './world.ts'

let browser: Browser | undefined
const contexts: BrowserContext[] = []
/** Emptied windows of earlier tests: cached code halves the time to their first page. */
const spare: BrowserContext[] = []
const usual = new Set<BrowserContext>()
const complaints: string[] = []

/** One Chromium for a process; windows are closed after their test, which fails if a page logged an error. */
export function withBrowser(): void {
  beforeAll(async () => {
    if (browser?.isConnected()) return
    const executablePath = findChromium()
    if (!executablePath) throw new Error('There is no Chromium: npm run doctor says how to get it.')
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPages(task.name)
    await Promise.all(
      contexts.splice(0).map(context => (usual.has(context) ? empty(context) : context.close())),
    )
    await endListening()
    const found = complaints.splice(0)
    if (found.length > 0) throw new Error(`the page complained:\n${found.join('\n')}`)
  })
}

/** Keeps pictures and texts of a failed test's windows: a flake is seldom seen twice. */
async function keepPages(test: string): Promise<void> {
  const pages = contexts.flatMap(context => context.pages())
  for (const [at, page] of pages.entries()) {
    const name = `failed-${test.replaceAll(/\W+/g, '-').slice(0, 80)}-${at}`
    await shoot(page, name).catch(() => {})
    const text = await page.innerText('body', { timeout: 5_000 }).catch((error: unknown) => String(error))
    console.error(`${page.url()} showed (.cache/screenshots/${name}.png):\n${text.slice(0, 4_000)}`)
  }
}

/** A window that has never been to the dashboard. */
export const openWindow = async (options: BrowserContextOptions = {}): Promise<Page> =>
  pageOf(await newContext(options))

async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  if (!browser) throw new Error('withBrowser() is missing in this file.')
  const context = await browser.newContext({
    baseURL: fromStack('API_URL'),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    // Drawing motion on the processor would take a sixth of a page's time.
    reducedMotion: 'reduce',
    ...options,
  })
  // Long, so that a busy machine is no failure.
  context.setDefaultTimeout(90_000)
  return context
}

async function usualContext(): Promise<BrowserContext> {
  const context = spare.pop() ?? (await newContext({}))
  usual.add(context)
  return context
}

/** Removes from a window all that the dashboard, its test and its user left in it. */
async function empty(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const pages = context.pages()
  const last = await context.newPage()
  await Promise.all(pages.map(page => page.close()))
  const device = await context.newCDPSession(last)
  const stored = {
    origin: fromStack('API_URL'),
    storageTypes: 'cookies,indexeddb,local_storage,cache_storage',
  }
  await device.send('Storage.clearDataForOrigin', stored)
  await last.close()
  spare.push(context)
}

async function pageOf(context: BrowserContext): Promise<Page> {
  contexts.push(context)
  const page = await context.newPage()
  watchListening(page)
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    // Some tests are about refused or broken requests.
    const isNetwork =
      /Failed to load resource|net::|WebChannelConnection|Could not reach Cloud Firestore|dynamically imported module/.test(
        message.text(),
      )
    if (message.type() === 'error' && !isNetwork) complaints.push(message.text())
  })
  return page
}

/** A window in which that person is signed in, at that address; nothing else is stored in it. */
export async function windowOf(
  staff: Staff,
  address = '/inbox',
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = options ? await openWindow(options) : await pageOf(await usualContext())
  await signIn(page, staff, address)
  return page
}

/** Signs in where the page is, or at that address. */
export async function signIn(page: Page, { email, password }: Staff, address?: string): Promise<void> {
  if (address) await page.goto(address)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

const screenshots = path.join(import.meta.dirname, '../../../.cache/screenshots')

export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: path.join(screenshots, `${name}.png`) })
}
