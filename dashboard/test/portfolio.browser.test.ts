import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { storeProperty } from '../../functions/test/support/connection-builders.ts'
import { db, uniqueId } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { staff } from './support/connecting.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'

withBrowser()

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Portfolio' }).locator('tbody tr')

/** Three properties of one street: connected, requested and neither. */
async function street(name: string) {
  const [connected, pending] = await Promise.all([storeProperty(), storeProperty()])
  const bare = uniqueId('property')
  const channelId = `${connected.propertyId}_booking`
  const at = new Date(Date.now() - 3 * 86_400_000)
  const batch = db().batch()
  const put = (path: string, fields: object) => batch.set(db().doc(path), fields, { merge: true })
  put(`properties/${connected.propertyId}`, { name: `${name} 1, =A1` })
  put(`properties/${pending.propertyId}`, { name: `${name} 2` })
  put(`properties/${bare}`, { name: `${name} 3`, landlordId: connected.landlordId })
  put(`propertyChannels/${channelId}`, {
    propertyId: connected.propertyId,
    ota: 'booking',
    status: 'active',
    hotelId: connected.hotelId,
    channelManagerChannelId: 'c',
    requestIds: [],
    verdict: { result: 'failure', at },
  })
  put(`items/ota-sync-failed_${channelId}`, {
    kind: 'ota-sync-failed',
    status: 'open',
    propertyId: connected.propertyId,
    channelId,
    detail: 'The OTA refused it.',
    createdAt: at,
  })
  await batch.commit()
  return { connected, pending, bare, channelId }
}

test('all properties are on one page, searched, filtered, and read by keyboard', journey, async () => {
  const name = `Gasse${uniqueId('')}`.replaceAll('-', '')
  const [olivia, { connected }] = await Promise.all([staff(), street(name)])
  // A filter that is gone, as a bookmark may have it, filters nothing.
  const page = await windowOf(olivia, '/portfolio?only=notBookable')
  await search(page).fill(name)
  await expect.poll(() => page.url()).toContain(`q=${name}`)
  // The page shows the new properties by itself once it hears of them.
  await expect.poll(() => rowsOf(page).count(), { timeout: 100_000 }).toBe(3)
  const first = rowsOf(page).first()
  for (const says of ['Booking.com', connected.hotelId, 'connected', 'Refused', '3 days ago', '1 open'])
    await first.getByText(says, { exact: true }).first().waitFor()
  await rowsOf(page).nth(1).getByText('requested', { exact: true }).waitFor()
  await rowsOf(page).nth(2).getByText('not connected').waitFor()
  await look(page, 'portfolio')
  await page.setViewportSize({ width: 1920, height: 1000 })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text.startsWith('\uFEFFpropertyId,')).toBe(true)
  expect(text.split('\r\n')).toHaveLength(5)
  await page.getByRole('combobox', { name: 'Only' }).selectOption('With open items')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await page.getByRole('combobox', { name: 'State' }).selectOption('requested')
  await page.getByText('Nothing matches.').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await search(page).fill(connected.hotelId)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await page.getByRole('link', { name: /^To do of/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The OTA refused it.').waitFor()
})

test('of thousands of rows only the visible ones exist in the page, and each can be reached', async () => {
  const page = await windowOf(await staff(), '/inbox')
  const at = new Date().toISOString()
  const rows = (start: number) =>
    Array.from({ length: 1_500 }, (_, number) => ({
      propertyId: `p${start + number}`,
      propertyName: `House ${start + number}`,
      landlordId: 'l',
      landlordName: 'Lars Lindqvist',
      ota: 'booking',
      hotelId: '4711',
      channelId: `p${start + number}_booking`,
      requestId: null,
      state: 'connected',
      verdict: { result: 'success', at },
      openItems: 0,
      needsReview: 0,
    }))
  await page.route('**/api/portfolio*', route => {
    const isSecond = new URL(route.request().url()).searchParams.has('cursor')
    return route.fulfill({ json: { rows: rows(isSecond ? 1_500 : 0), nextCursor: isSecond ? null : 'next' } })
  })
  await page.getByRole('link', { name: 'Portfolio' }).click()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('3,000 rows').waitFor()
  const house = (number: number) => page.getByRole('link', { name: `House ${number}`, exact: true })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [end, number] of [
      [1, 2_999],
      [0, 0],
    ] as const) {
      const isThere = async () => {
        await page.locator('#content').evaluate((box, to) => box.scrollTo(0, to * box.scrollHeight), end)
        return house(number).isVisible()
      }
      await expect.poll(isThere).toBe(true)
      expect(await rowsOf(page).count()).toBeLessThan(60)
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  // By keyboard: the focus goes from row to row, and is not lost with the row that has it.
  await house(0).focus()
  for (let row = 0; row < 30; row += 1) {
    await expect.poll(() => house(row).evaluate(link => link === document.activeElement)).toBe(true)
    for (const _ of ['mapping', 'next']) await page.keyboard.press('Tab')
  }
  await page.locator('#content').evaluate(box => box.scrollTo(0, box.scrollHeight))
  await house(2_999).waitFor()
  expect(await house(30).evaluate(link => link === document.activeElement)).toBe(true)
})

test('a user without access gets no link to the portfolio, and a message at its address', async () => {
  const { person } = await import('./support/world.ts')
  const page = await windowOf(await person('Sam'), '/portfolio')
  await page.getByText('Can’t load the portfolio.').waitFor()
  expect(await page.getByRole('link', { name: 'Portfolio' }).count()).toBe(0)
})
