import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWindow, withBrowser } from './support/browser.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'

withBrowser()

/** The drawn page; errors in its console, also of its own policy, fail the test. */
async function openDocs(): Promise<Page> {
  const page = await openWindow()
  await page.goto('/api/docs')
  await page.getByRole('heading', { name: 'Post a message to a thread' }).waitFor()
  return page
}

test(
  'the page of the API names every operation, asks no other host and keeps its policy',
  journey,
  async () => {
    const page = await openWindow()
    const hosts = new Set<string>()
    page.on('request', request => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin)
    })
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`refused by the policy: ${violatedDirective} ${blockedURI}`),
      )
    })
    await page.goto('/api/docs')
    const answer = await page.request.get('/api/openapi.json')
    const { paths }: { paths: Record<string, Record<string, { summary: string }>> } = await answer.json()
    const summaries = Object.values(paths).flatMap(methods =>
      Object.values(methods).map(({ summary }) => summary),
    )
    expect(summaries.length).toBeGreaterThan(25)
    for (const name of summaries) await page.getByRole('heading', { name, level: 2 }).first().waitFor()
    await page.getByRole('heading', { name: 'Problems' }).first().waitFor()
    expect([...hosts]).toEqual([new URL(page.url()).origin])
  },
)

test('the page of the API begins with the first call and ends with the table of errors', async () => {
  const page = await openDocs()
  // Redoc's link is part of a heading's name.
  const topOf = async (name: RegExp) =>
    (await page.getByRole('heading', { name }).first().boundingBox())?.y ?? Number.NaN
  await page.getByRole('cell', { name: 'validation-failed' }).waitFor()
  const first = await topOf(/The first call$/)
  expect(first).toBeLessThan(800)
  expect(await topOf(/Post a message to a thread$/)).toBeGreaterThan(first)
  expect(await topOf(/Problems$/)).toBeGreaterThan(await topOf(/Post a message to a thread$/))
})

// The whole document is one page, so the check takes minutes on a busy machine.
test('the page of the API is accessible and fits every window', { timeout: 480_000 }, async () => {
  await look(await openDocs(), 'api-docs')
})

test('the page of the API is used by the keyboard alone', async () => {
  const page = await openDocs()
  const chat = page.getByRole('menuitem', { name: 'Chat' }).first()
  for (let at = 0; at < 10; at++) {
    await page.keyboard.press('Tab')
    if (await chat.evaluate(item => item === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Mark a thread read' })
  await item.waitFor()
  await item.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('markRead')
  const answer = page.getByRole('button', { name: /204/ }).first()
  expect(await answer.isVisible()).toBe(true)
})
