import { expect, test } from 'vitest'
import { windowOf, withBrowser } from './support/browser.ts'
import { look } from './support/look.ts'
import { person } from './support/world.ts'

withBrowser()

test('all pages begin at the same left edge and are equally wide', async () => {
  const page = await windowOf(await person('Olivia', 'operations'), '/triage', {
    viewport: { width: 1440, height: 900 },
  })
  const frames = new Set<string>()
  for (const address of [
    '/triage',
    '/requests',
    '/requests/harbour-view-guesthouse-booking',
    '/properties/harbour-view-guesthouse/channels',
    '/properties/harbour-view-guesthouse/channels/none',
    '/properties/harbour-view-guesthouse/channels/none/mapping',
    '/items',
    '/ledger',
  ]) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const frame = await page.locator('[data-page-frame]').boundingBox()
    frames.add(`${frame?.x}+${frame?.width}`)
  }
  expect([...frames]).toHaveLength(1)
})

test('the navigation shows a count for each page where something waits', async () => {
  const page = await windowOf(await person('Olivia', 'operations'), '/ledger')
  await page.route('**/api/overview', route =>
    route.fulfill({
      json: {
        views: { mine: 4, unassigned: 2, overdue: 3, waiting: 7, snoozed: 1, done: 12, open: 5 },
        waiting: { items: 120, triage: 0, requests: 2 },
      },
    }),
  )
  await page.reload()
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Inbox 3 late', exact: true }).waitFor()
  await main.getByRole('link', { name: 'Requests 2 pending', exact: true }).waitFor()
  await main.getByRole('link', { name: 'To do 120 open', exact: true }).getByText('99+').waitFor()
  await main.getByRole('link', { name: 'Triage', exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Answers', level: 1 }).waitFor()
  await look(page, 'navigation-counts')
})
