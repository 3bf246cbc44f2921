import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { shoot } from './browser.ts'

const widths = [360, 768, 1440] as const
/** `LOOK=all` adds axe at the widest window in light, and dark at every width, and keeps a picture of each. */
const thorough = process.env.LOOK === 'all'

/**
 * Checks that nothing is wider than the window at every width, and that axe finds nothing at the narrowest in light and
 * at the widest in dark, which covers every layout and every colour.
 */
export async function look(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await lookAt(page, name, width, 'light')
    if (width === 360 || (thorough && width === 1440))
      expect(await violations(page), `${name} at ${width}`).toEqual([])
  }
  for (const width of thorough ? widths : [1440]) await lookAt(page, name, width, 'dark')
  expect(await violations(page), `${name} in dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

async function lookAt(page: Page, name: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
  await page.waitForFunction(
    scheme => (document.documentElement.dataset.mantineColorScheme ?? scheme) === scheme,
    colorScheme,
  )
  await page.evaluate(transitionsEnd)
  if (thorough) await shoot(page, `${name}-${width}-${colorScheme}`)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0)
}

/** Waits until finite animations end, so that colours and sizes are final. */
export async function transitionsEnd(): Promise<void> {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  await frame()
  await frame()
  const ending = document
    .getAnimations()
    .filter(animation => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
