import { expect, test } from 'vitest'
import { openWindow, withBrowser } from './support/browser.ts'

withBrowser()

test('the page to sign in moves nothing while it loads', async () => {
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

test('users who are refused on purpose stand apart from who is let in', async () => {
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
