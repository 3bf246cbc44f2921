import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { storeProperty } from '../../functions/test/support/connection-builders.ts'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { staff } from './support/connecting.ts'

withBrowser()

const list = '**/api/property-requests*'
const requestAt = (number: number) => ({
  id: `request-${number}`,
  propertyId: `property-${number}`,
  propertyName: `House ${number}`,
  landlordId: null,
  landlordName: null,
  ota: 'booking',
  status: 'pending',
  createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
})
const pageFrom = (start: number, nextCursor: string | null) => ({
  json: { requests: Array.from({ length: 50 }, (_, at) => requestAt(start + at)), nextCursor },
})
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })

test('a search loses no letter, is in the address, and runs on the server', async () => {
  const page = await windowOf(await staff(), '/inbox')
  const searches: string[] = []
  await page.route(list, route => {
    const words = new URL(route.request().url()).searchParams.get('q')
    if (words !== null) searches.push(words)
    return words === null
      ? route.fulfill(pageFrom(0, '50'))
      : route.fulfill({ json: { requests: [requestAt(499)], nextCursor: null } })
  })
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('50 requests shown; there are more').waitFor()
  await page.getByRole('cell', { name: '3 days ago' }).first().waitFor()
  await search(page).pressSequentially('house 499', { delay: 5 })
  expect(await search(page).inputValue()).toBe('house 499')
  await page.getByText('1 request', { exact: true }).waitFor()
  await page.getByRole('table').getByRole('link', { name: 'House 499' }).waitFor()
  await expect.poll(() => searches.at(-1)).toBe('house 499')
  await expect.poll(() => page.url()).toContain('q=house+499')
})

test('a request is found among all by the name of its property', async () => {
  const [olivia, property] = await Promise.all([staff(), storeProperty()])
  await db()
    .doc(`properties/${property.propertyId}`)
    .update({ name: `Ärmel ${property.propertyId}` })
  const page = await windowOf(olivia, `/requests?q=armel+${property.propertyId}`)
  const row = page.getByRole('table').getByRole('link', { name: `Ärmel ${property.propertyId}` })
  // The row appears once the page hears of the write.
  await row.waitFor({ timeout: 100_000 })
})

test('a search loses no letter on a slow device either, and follows the address back', async () => {
  const page = await windowOf(await staff(), '/inbox')
  const searches: (string | null)[] = []
  await page.route(list, route => {
    searches.push(new URL(route.request().url()).searchParams.get('q'))
    return route.fulfill(pageFrom(0, '50'))
  })
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('50 requests shown; there are more').waitFor()
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 10 })
  // The delay equals the wait for the end of typing, so that the address is written again and again.
  await search(page).pressSequentially('house 49', { delay: 210 })
  expect(await search(page).inputValue()).toBe('house 49')
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // A link to the address that is rendered replaces it in the history, so the new one must be rendered.
  await expect.poll(() => searches.at(-1)).toBe('house 49')
  await page.getByRole('link', { name: 'Requests' }).click()
  await expect.poll(() => search(page).inputValue()).toBe('')
  await page.goBack()
  await expect.poll(() => search(page).inputValue()).toBe('house 49')
})

test('the way back leads to the former place in the list, and a new page takes the focus at its top', async () => {
  const [olivia] = await Promise.all([staff(), storeProperty()])
  const page = await windowOf(olivia, '/inbox')
  await page.route(list, route => route.fulfill(pageFrom(0, null)))
  await page.getByRole('link', { name: 'Requests' }).click()
  const link = page.getByRole('table').getByRole('link', { name: 'House 40', exact: true })
  const content = page.getByRole('main')
  const place = () => content.evaluate(element => element.scrollTop)
  await link.scrollIntoViewIfNeeded()
  await expect.poll(place).toBeGreaterThan(500)
  const before = await place()
  await link.click()
  await page.getByText('Request not found.').first().waitFor()
  expect(await content.evaluate(element => element === document.activeElement)).toBe(true)
  expect(await place()).toBe(0)
  await page.getByRole('link', { name: 'All requests' }).click()
  await link.waitFor()
  expect(Math.abs((await place()) - before)).toBeLessThan(50)
})

test('a long reason of a rejection leaves the other columns their room', async () => {
  const page = await windowOf(await staff(), '/inbox', { viewport: { width: 1440, height: 900 } })
  const detail = 'The booking site does not let the channel manager in, since the agreement is not accepted. '
  const rejection = { code: 'connection-test-failed', detail: detail.repeat(4), at: new Date().toISOString() }
  const rejected = { ...requestAt(1), status: 'rejected', rejection }
  await page.route(list, route =>
    route.fulfill({ json: { requests: [rejected, requestAt(2)], nextCursor: null } }),
  )
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('does not let the channel manager in').waitFor()
  const property = await page.getByRole('columnheader', { name: 'Property' }).boundingBox()
  expect(property?.width).toBeLessThan(450)
  const reason = await page.getByText('does not let the channel manager in').boundingBox()
  expect(reason?.width).toBeGreaterThan(150)
  expect(reason?.height).toBeLessThan(50)
})
