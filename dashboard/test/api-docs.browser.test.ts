import { expect, test } from 'vitest'
import { violations } from './support/axe.ts'
import { openWindow, withBrowser } from './support/browser.ts'
import { look } from './support/look.ts'

withBrowser()

test('the API document is accessible and fits every window', async () => {
  const page = await openWindow()
  await page.goto('/api/docs')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look(page, 'api-docs', 'light')
})

test('the API document is accessible in the dark', async () => {
  const page = await openWindow({ colorScheme: 'dark' })
  await page.goto('/api/docs')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await violations(page)).toEqual([])
})
