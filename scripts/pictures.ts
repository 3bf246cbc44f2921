import { mkdirSync } from 'node:fs'
import { getFirestore } from 'firebase-admin/firestore'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { sandbox } from './demo/world.ts'
import { bringToLife } from './seed/alive.ts'
import { findChromium } from './stack/checks.ts'

/** Takes the README's pictures, of a freshly seeded system in which a morning has begun. */
const folder = new URL('../docs/pictures/', import.meta.url).pathname
const executablePath = findChromium()
if (!executablePath) throw new Error('There is no Chromium: npm run doctor says how to get it.')
mkdirSync(folder, { recursive: true })
await bringToLife(getFirestore())
await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

/** Takes a picture of Olivia's page at an address, after `show` has acted on it. */
async function shoot(
  name: string,
  address: string,
  options: BrowserContextOptions,
  show: (page: Page) => Promise<void>,
): Promise<void> {
  const baseURL = process.env.API_URL ?? ''
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/Rome',
    ...options,
  })
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('button', { name: /Olivia/ }).click()
  await show(page)
  await page.waitForFunction('document.fonts.status === "loaded"')
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' })
  console.log(`docs/pictures/${name}.png`)
  await context.close()
}

const desk = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2 } as const

await shoot('morning', '/', desk, async page => {
  for (const text of ['Requests that wait', 'Arriving today', 'due in'])
    await page.getByText(text).first().waitFor()
})

const question = 'Wonderful. May we leave at noon on the last day?'
await sandbox.inbound({ from: 'whatsapp:+393331234567', body: question })
await shoot('inbox', '/inbox/guest-maria', { viewport: { width: 1280, height: 750 } }, async page => {
  await page.getByRole('button', { name: 'About this thread' }).click()
  await page.locator('[data-thread]').nth(6).waitFor()
  await page.getByText(question).nth(1).waitFor()
})

await shoot('mapping', '/properties/villa-aurora/channels/villa-aurora_booking/mapping', desk, async page => {
  await page.getByRole('button', { name: 'Review and save' }).waitFor()
  await page.locator('[data-room]').nth(2).waitFor()
})

await shoot('inbox-phone-dark', '/inbox/life-9', phone, async page => {
  await page.getByText('Send again').waitFor()
})

await shoot('connecting', '/requests/harbour-view-guesthouse-booking', desk, async page => {
  const open = page.getByRole('button', { name: 'Connect to Booking.com' })
  await open.waitFor()
  // The dialog goes on where Olivia left it.
  const place = '{"step":"property","hotelId":"5868189"}'
  await page.evaluate(`localStorage['connect/olivia/harbour-view-guesthouse/booking'] = '${place}'`)
  await open.click()
  const dialog = page.getByRole('dialog')
  const hotel = dialog.getByLabel('Property ID')
  await hotel.press('Enter')
  await dialog.getByText('The test passed').waitFor()
  const delay = { vendor: 'channel-manager', method: 'POST', mode: 'delay', delayMs: 8_000 } as const
  await sandbox.fault({ ...delay, path: '/channels$', times: 1 })
  await hotel.press('Enter')
  await dialog.locator('[data-step="create-channel"][data-state="running"]').waitFor()
})
