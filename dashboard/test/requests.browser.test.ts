import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { storeProperty } from '../../functions/test/support/connection-builders.ts'
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

test('a search loses no letter, stands in the address, and says how far it looked', async () => {
  const page = await windowOf(await staff(), '/inbox')
  let asked = 0
  await page.route(list, route => {
    asked += 1
    const after = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    return route.fulfill(pageFrom(after, String(after + 50)))
  })
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('50 requests shown; there are more').waitFor()
  await page.getByRole('cell', { name: '3 days ago' }).first().waitFor()
  await search(page).pressSequentially('house 499', { delay: 5 })
  expect(await search(page).inputValue()).toBe('house 499')
  await page.getByText('Searched the newest 500 requests; there are more.').waitFor()
  await page.getByRole('table').getByRole('link', { name: 'House 499' }).waitFor()
  await expect.poll(() => page.url()).toContain('q=house+499')
  expect(asked).toBe(10)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('Searched the newest 550 requests').waitFor()
})

test('a search loses no letter on a slow device either, and goes back with the address', async () => {
  const page = await windowOf(await staff(), '/inbox')
  await page.route(list, route => route.fulfill(pageFrom(0, '50')))
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('50 requests shown; there are more').waitFor()
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 10 })
  // As long as the address waits for the end of typing, so that it is written again and again.
  await search(page).pressSequentially('house 49', { delay: 210 })
  expect(await search(page).inputValue()).toBe('house 49')
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect.poll(() => page.url()).toContain('q=house+49')
  await page.getByRole('link', { name: 'Requests' }).click()
  await expect.poll(() => search(page).inputValue()).toBe('')
  await page.goBack()
  await expect.poll(() => search(page).inputValue()).toBe('house 49')
})

test('a search that cannot read on stops and says so', async () => {
  const page = await windowOf(await staff(), '/inbox')
  let refused = 0
  await page.route(list, route => {
    if (!new URL(route.request().url()).searchParams.has('cursor')) return route.fulfill(pageFrom(0, '50'))
    refused += 1
    return route.fulfill({
      status: 500,
      json: { code: 'internal', detail: 'It broke.', errors: [], retryable: false },
    })
  })
  await page.getByRole('link', { name: 'Requests' }).click()
  // The inbox, which stays until the page is there, has a search of its own.
  await page.getByText('50 requests shown; there are more').waitFor()
  await search(page).fill('nowhere')
  await page.getByText('Can’t load more.').waitFor()
  await page.waitForTimeout(1_500)
  expect(refused).toBe(1)
})

test('the way back leads to where one was in the list, and every page begins with the focus', async () => {
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
  await page.getByRole('link', { name: 'All property requests' }).click()
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
