import { expect, test } from 'vitest'
import { firstLoad } from '../../scripts/first-load.ts'
import { journey } from './support/journey.ts'

/** Kilobytes of compressed JavaScript. */
const firstLoadLimit = 200

test('the first load is small', journey, () => {
  const sizes = firstLoad()
  console.log(`first load, KB of compressed JavaScript: ${JSON.stringify(sizes)}, limit ${firstLoadLimit}`)
  expect(sizes.entry).toBeLessThanOrEqual(firstLoadLimit)
  expect(sizes.signIn).toBeLessThanOrEqual(firstLoadLimit)
  expect(sizes.morning).toBeLessThanOrEqual(firstLoadLimit)
  expect(sizes.inbox).toBeLessThanOrEqual(firstLoadLimit)
})
