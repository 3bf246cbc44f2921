import { expect, test } from 'vitest'
import { windowOf, withBrowser } from './support/browser.ts'
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
