import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWindow, windowOf, withBrowser } from './support/browser.ts'
import { journey } from './support/journey.ts'
import { person } from './support/world.ts'

withBrowser()

test('nothing on the sign-in page moves while it loads', async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    const page = await openWindow({ viewport })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.route('**/local.json', async route => {
      await new Promise(resolve => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.goto('/inbox')
    await page.getByRole('button', { name: /Olivia Ferrer/ }).waitFor()
    await page.waitForTimeout(500)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.05)
  }
})

test('seeded users who are refused on purpose stand below the users who are let in', journey, async () => {
  const page = await openWindow()
  await page.goto('/inbox')
  const local = page.getByRole('region', { name: 'Local system: sign in as' })
  const refused = local.getByRole('heading', { name: 'To try that others are refused' })
  await refused.waitFor()
  const below = (await refused.boundingBox())?.y ?? Number.NaN
  for (const [name, isStaff] of [
    ['Olivia Ferrer', true],
    ['Sam Okafor', true],
    ['Lars Lindqvist', true],
    ['OTA automations', false],
    ['Nina Petrov', false],
  ] as const) {
    const top = (await local.getByRole('button', { name }).boundingBox())?.y ?? Number.NaN
    expect(top < below, name).toBe(isStaff)
  }
})

test('the code of a page loads before the sign-in is confirmed, and never after a sign-out', async () => {
  const page = await windowOf(await person('Ann'), '/inbox')
  await page.getByRole('heading', { name: 'Threads' }).waitFor()
  const gate = Promise.withResolvers<void>()
  await page.route('**/accounts:lookup*', async route => {
    await gate.promise
    await route.continue()
  })
  const list = (request: Request) => request.url().includes('/assets/thread-search')
  const listRequest = page.waitForRequest(list)
  await page.reload()
  await listRequest
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
  gate.resolve()
  await page.getByRole('heading', { name: 'Threads' }).waitFor()

  await page.getByRole('button', { name: 'Account: Ann' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).waitFor()
  const loaded: string[] = []
  page.on('request', request => list(request) && loaded.push(request.url()))
  await page.reload()
  await page.getByRole('textbox', { name: 'E-mail address' }).waitFor()
  expect(loaded).toEqual([])
})
