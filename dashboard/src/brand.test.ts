import { expect, it } from 'vitest'
import { brand } from './brand.ts'

/** Relative luminance (WCAG 2.2) of `#rrggbb`. */
const luminance = (colour: string): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
    const channel = Number.parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16) / 255
    return sum + weight * (channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
  }, 0)

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

it.each([
  ['a link in a row under the pointer in dark', brand.accent[4], '#3b3b3b'],
  ['a link in light', brand.accent[8], '#f8f9fa'],
  ['a button', '#ffffff', brand.accent[8]],
  ['a button under the pointer', '#ffffff', brand.accent[9]],
])('%s can be read', (_, text, ground) => {
  expect(contrast(text, ground)).toBeGreaterThan(4.5)
})
