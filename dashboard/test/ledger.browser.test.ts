import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { person } from './support/world.ts'

withBrowser()

/** Waits of two days that no other test writes to: two at this property, one of them late. */
async function waits() {
  const propertyId = `property-${randomUUID().slice(0, 8)}`
  const name = `Casa ${propertyId}`
  await db().doc(`properties/${propertyId}`).set({ name, landlordId: 'nobody' })
  const wait = (day: string, minutes: number) => {
    const arrivedAt = new Date(`${day}T08:00:00Z`)
    const after = (count: number) => new Date(arrivedAt.getTime() + count * 60_000)
    return db()
      .doc(`ledger/${randomUUID()}`)
      .set({
        threadId: `thread-${propertyId}`,
        propertyId,
        teamId: null,
        channel: 'sms',
        arrivedAt,
        dueBy: after(60),
        endedAt: after(minutes),
        how: 'answered',
        by: 'sam',
        inTime: minutes <= 60,
      })
  }
  await wait('2025-03-04', 20)
  await wait('2025-03-05', 90)
  return { propertyId, name }
}

test('the ledger says how fast guests were answered, in every window and as a file', journey, async () => {
  const { propertyId, name } = await waits()
  const page = await windowOf(await person('Sam'))
  const deliveries = [{ channel: 'chatapp', arrived: 210, accepted: 8, waiting: 2, failed: 6 }]
  await page.route('**/api/morning', route => route.fulfill({ json: { deliveries } }))
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Answers', exact: true })
    .click()
  await page.getByRole('heading', { name: 'Answers', level: 1 }).waitFor()
  await page.getByLabel('From').fill('2025-03-04')
  await page.getByRole('textbox', { name: 'To' }).fill('2025-03-06')
  await page.getByRole('textbox', { name: 'To' }).press('Enter')
  const row = page.getByRole('table', { name: 'By property' }).getByRole('row').filter({ hasText: name })
  await row.getByText('50%').waitFor()
  expect(new URL(page.url()).search).toBe('?from=2025-03-04&to=2025-03-06')
  await page
    .getByRole('table', { name: 'By day' })
    .getByRole('row')
    .filter({ hasText: '4 Mar 2025' })
    .waitFor()
  await page.getByRole('table', { name: 'By channel' }).getByText('SMS').waitFor()
  await page.getByRole('table', { name: 'By team' }).getByText('No team').waitFor()
  const plot = page.getByRole('region', { name: 'How fast guests were answered' })
  await plot.locator('svg path').first().waitFor({ state: 'attached' })
  const sends = page.getByRole('region', { name: 'Messages sent' })
  await sends.getByText('As a table').click()
  await sends.getByRole('row', { name: 'WhatsApp 210 8 2 6' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toBe('ledger-2025-03-04-2025-03-06.csv')
  const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(rows[0]).toMatch(/^id,threadId,/)
  expect(rows.filter(text => text.includes(propertyId))).toHaveLength(2)
  await look(page, 'ledger')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.reload()
  await row.getByText('50%').waitFor()
})

test('the ledger says when days have no questions, are refused, or cannot be loaded', async () => {
  const page = await windowOf(await person('Sam'), '/ledger?from=1999-01-01&to=1999-01-02')
  await page.getByText('No guest asked anything on these days.').waitFor()
  await look(page, 'ledger-empty')
  await page.goto('/ledger?from=2025-01-01&to=2026-12-31')
  await page.getByRole('alert').getByText('400 days at most').waitFor()
  let isBroken = true
  await page.route('**/api/ledger?**', route => (isBroken ? route.abort() : route.continue()))
  await page.goto('/ledger?from=1999-01-01&to=1999-01-03')
  await page.getByRole('alert').getByText('The server can’t be reached.').waitFor()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No guest asked anything on these days.').waitFor()
})
