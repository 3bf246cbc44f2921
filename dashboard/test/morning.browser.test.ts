import { expect, test } from 'vitest'
import { windowOf, withBrowser } from './support/browser.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { person } from './support/world.ts'

withBrowser()

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

const days = Array.from({ length: 28 }, (_, at) => ({
  day: day(27 - at),
  asked: 10,
  ended: 10,
  inTime: 9 - (at % 4),
  missed: 1 + (at % 4),
  share: 0.9 - (at % 4) / 10,
  medianMinutes: 12 + (at % 5),
  p90Minutes: 55 + (at % 7) * 4,
}))

test('the morning says what to do first, and every number leads to its list', journey, async () => {
  const olivia = await person('Olivia', 'operations')
  const page = await windowOf(olivia)
  await page.route('**/api/overview', route =>
    route.fulfill({
      json: { views: { mine: 4, unassigned: 2, overdue: 3, waiting: 7, snoozed: 1, done: 12, open: 5 } },
    }),
  )
  await page.route('**/api/morning', route =>
    route.fulfill({
      json: {
        items: [
          { kind: 'send-failed', count: 5 },
          { kind: 'channel-off', count: 1 },
        ],
        allItems: 8,
        requests: 3,
        since: new Date().toISOString(),
        deliveries: [
          { channel: 'chatapp', arrived: 210, accepted: 8, waiting: 2, failed: 6 },
          { channel: 'sms', arrived: 44, accepted: 3, waiting: 0, failed: 1 },
          { channel: 'ota', arrived: 0, accepted: 31, waiting: 0, failed: 0 },
        ],
      },
    }),
  )
  await page.route('**/api/ledger?*', async route => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), days } })
  })
  // The counts may have been loaded before the routes were there.
  await page.reload()
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await page.getByRole('link', { name: 'Start with the 3 guests whose answers are late.' }).waitFor()
  const count = (name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('link')
  expect(await count('Requests that wait').textContent()).toContain('3')
  expect(await count('Everything else').textContent()).toContain('2')
  const plot = page.getByRole('region', { name: 'How fast guests were answered' })
  await plot.locator('svg path').first().waitFor({ state: 'attached' })
  await look(page, 'morning')
  await plot.getByText('As a table').click()
  expect(await plot.getByRole('row').count()).toBe(29)
  const sends = page.getByRole('region', { name: 'Messages sent' })
  await sends.getByText('As a table').click()
  await sends.getByRole('row', { name: 'WhatsApp 210 8 2 6' }).waitFor()
  for (const [name, path] of [
    ['Overdue', '/inbox?view=overdue'],
    ['A message did not reach the guest', '/items?kind=send-failed'],
    ['Requests that wait', '/requests?status=pending'],
  ] as const)
    expect(await count(name).getAttribute('href')).toBe(path)
  await count('A message did not reach the guest').click()
  await page.getByRole('button', { name: 'Only: A message did not reach the guest. Show all' }).waitFor()
})

test('the morning draws nothing without data, and says what cannot be loaded', async () => {
  const sam = await person('Sam')
  const page = await windowOf(sam)
  let isDown = true
  await page.route('**/api/overview', route =>
    route.fulfill({ json: { views: { overdue: 0, unassigned: 0, mine: 0 } } }),
  )
  await page.route('**/api/morning', route =>
    isDown
      ? route.fulfill({ status: 500, json: {} })
      : route.fulfill({
          json: { items: [], allItems: null, requests: null, since: day(7), deliveries: [] },
        }),
  )
  await page.goto('/')
  await page.getByText('Can’t load the open items.').waitFor()
  isDown = false
  await page.getByRole('region', { name: 'To do' }).getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nothing to do.').waitFor()
  await page.getByText('All clear: no late answer').waitFor()
  await page.getByText('Nothing was sent in the last seven days.').waitFor()
  await look(page, 'morning-empty')
})

test.each([
  {
    items: [{ kind: 'automation-failed', count: 2 }],
    requests: 0,
    says: /^Start with the 2 messages that the platform/,
    to: '/items?kind=automation-failed',
  },
  {
    items: [],
    requests: 3,
    says: 'Start with the 3 properties that wait to be connected.',
    to: '/requests?status=pending',
  },
])('the first line leads to the list that it counts: $to', async ({ items, requests, says, to }) => {
  const page = await windowOf(await person('Olivia', 'operations'))
  await page.route('**/api/overview', route =>
    route.fulfill({
      json: { views: { mine: 0, unassigned: 0, overdue: 0, waiting: 0, snoozed: 0, done: 0, open: 0 } },
    }),
  )
  const allItems = items.reduce((sum, { count }) => sum + count, 0)
  await page.route('**/api/morning', route =>
    route.fulfill({ json: { items, allItems, requests, deliveries: [], since: new Date().toISOString() } }),
  )
  await page.goto('/')
  expect(await page.getByRole('link', { name: says }).getAttribute('href')).toBe(to)
})
