import { mkdirSync } from 'node:fs'
import { getFirestore } from 'firebase-admin/firestore'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { sandbox } from './demo/world.ts'
import { bringToLife } from './seed/alive.ts'
import { findChromium } from './stack/checks.ts'

/** Makes the pictures of the README anew, of a freshly seeded system in which a morning has begun. */
const folder = new URL('../docs/pictures/', import.meta.url).pathname

async function windowOf(browser: Browser, options: BrowserContextOptions, address: string): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: process.env.API_URL ?? '', locale: 'en-GB', timezoneId: 'Europe/Rome' },
    ...options,
  })
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('button', { name: /Olivia/ }).click()
  return page
}

const desk = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2 } as const

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForFunction('document.fonts.status === "loaded"')
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' })
  console.log(`docs/pictures/${name}.png`)
  await page.context().close()
}

async function morning(browser: Browser): Promise<void> {
  const page = await windowOf(browser, desk, '/')
  await page.getByRole('link', { name: /^Start with the/ }).waitFor()
  await page.getByText('Requests that wait').waitFor()
  await page.locator('svg path.recharts-curve').first().waitFor({ state: 'attached' })
  for (const plot of ['How fast guests were answered', 'Answered in time', 'What became of messages'])
    await page.getByRole('region', { name: plot }).locator('svg').first().waitFor()
  await shoot(page, 'morning')
}

async function inbox(browser: Browser): Promise<void> {
  const question = 'Wonderful. May we leave at noon on the last day?'
  await sandbox.inbound({ from: 'whatsapp:+393331234567', body: question })
  const page = await windowOf(browser, { viewport: { width: 1280, height: 750 } }, '/inbox/guest-maria')
  await page.getByRole('button', { name: 'About this thread' }).click()
  await page.getByRole('heading', { name: 'Owner and deadline' }).waitFor()
  await page.getByRole('button', { name: 'Snooze' }).waitFor()
  await page.locator('[data-thread="guest-maria"]').waitFor()
  await page.locator('[data-thread]').nth(6).waitFor()
  await page.getByText(question).nth(1).waitFor()
  await page
    .getByText(/dog, agreed with Lars/)
    .first()
    .waitFor()
  await page.getByText('Owner: Sam Okafor').waitFor()
  await page.getByRole('heading', { name: 'Stay', exact: true }).waitFor()
  await shoot(page, 'inbox')
}

async function connecting(browser: Browser): Promise<void> {
  const page = await windowOf(browser, desk, '/requests/harbour-view-guesthouse-booking')
  const [key, left] = [
    'connect/olivia/harbour-view-guesthouse/booking',
    { step: 'property', hotelId: '5868189' },
  ]
  const open = page.getByRole('button', { name: 'Connect to Booking.com' })
  await open.waitFor()
  await page.evaluate(
    ([name, value]) => localStorage.setItem(String(name), String(value)),
    [key, JSON.stringify(left)],
  )
  await open.click()
  const dialog = page.getByRole('dialog')
  const hotel = dialog.getByLabel('Property ID')
  await hotel.press('Enter')
  await dialog.getByText('The test passed').waitFor()
  await sandbox.fault({
    vendor: 'channel-manager',
    method: 'POST',
    path: '/channels$',
    mode: 'delay',
    delayMs: 8_000,
    times: 1,
  })
  await hotel.press('Enter')
  await dialog.locator('[data-step="create-channel"][data-state="running"]').waitFor()
  await shoot(page, 'connecting')
}

async function mapping(browser: Browser): Promise<void> {
  const page = await windowOf(browser, desk, '/properties/villa-aurora/channels/villa-aurora_booking/mapping')
  await page.getByRole('button', { name: 'Review and save' }).waitFor()
  await page.locator('[data-room]').nth(2).waitFor()
  await shoot(page, 'mapping')
}

async function failedOnAPhone(browser: Browser): Promise<void> {
  const page = await windowOf(browser, phone, '/inbox/life-9')
  await page.getByText('Send again').waitFor()
  await page.getByRole('button', { name: 'Snooze' }).waitFor()
  await shoot(page, 'inbox-phone-dark')
}

const executablePath = findChromium()
if (!executablePath) throw new Error('There is no Chromium: npm run doctor says how to get it.')
mkdirSync(folder, { recursive: true })
await bringToLife(getFirestore())
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  await morning(browser)
  await inbox(browser)
  await mapping(browser)
  await failedOnAPhone(browser)
  await connecting(browser)
} finally {
  await browser.close()
}
