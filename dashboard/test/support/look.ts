import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { shoot } from './browser.ts'

export const schemes = ['light', 'dark'] as const
const widths = [360, 768, 1440] as const

/**
 * Nothing is wider than the window, at every width; one picture of each. Axe finds nothing: at the narrowest and the
 * widest in light, and at one in dark, where only the colours are others.
 */
export async function look(page: Page, name: string, scheme: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
    // Transitions end before colours are measured.
    await page.waitForTimeout(350)
    await shoot(page, `${name}-${width}-${scheme}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0)
    if (width === 1440 || (scheme === 'light' && width === 360))
      expect(await violations(page), `${name} at ${width}, ${scheme}`).toEqual([])
  }
}
