import { beforeAll, expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { seedDocuments } from '../../scripts/seed-data.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { dialog, runTest, staff, submit, walk } from './support/connecting.ts'

withBrowser()

/** The seeded hotels, with the result of connecting each. */
const hotels = [
  { id: 'harbour-view-guesthouse', hotelId: '5868189', ends: 'connected', says: 'mapped' },
  { id: 'casa-alameda', hotelId: '6519420', ends: 'connected', says: 'mapped' },
  { id: 'old-mill-cottage', hotelId: '1000001', ends: 'tested', says: 'The test failed' },
  { id: 'lakeside-lodge', hotelId: '1000002', ends: 'tested', says: 'accept the XML Service Agreement' },
  { id: 'rose-garden-apartments', hotelId: '1000003', ends: 'refused', says: 'Connecting failed' },
  { id: 'hillcrest-farmhouse', hotelId: '1000004', ends: 'tested', says: 'shows no room' },
  { id: 'studios-on-mercer-street', hotelId: '1000005', ends: 'tested', says: 'cannot be told apart' },
  { id: 'the-orangery', hotelId: '1000006', ends: 'tested', says: 'read-only or derived' },
  { id: 'cliff-terrace', hotelId: '1000007', ends: 'refused', says: 'Connecting failed' },
] as const
/** One hotel for each result, all with `LOOK=all`: tests of the pipeline cover every hotel without a browser. */
const played =
  process.env.LOOK === 'all'
    ? hotels
    : hotels.filter(({ ends }, at) => hotels.findIndex(hotel => hotel.ends === ends) === at)

beforeAll(async () => {
  const needed = seedDocuments().filter(([path]) => /^(properties|connectionRequests|accounts)\//.test(path))
  await Promise.all(needed.map(([path, data]) => db().doc(path).set(data)))
})

test.each(played)('a hotel of the sandbox: $id ends $ends', async ({ id, hotelId, ends, says }) => {
  const page = await windowOf(await staff(), `/requests/${id}-booking`)
  const status = async () => (await db().doc(`connectionRequests/${id}-booking`).get()).get('status')
  await walk(page, hotelId)
  await runTest(page)
  if (ends === 'tested') {
    await dialog(page).getByText(says).first().waitFor()
    await dialog(page).getByText('What to do:').waitFor()
    expect(await submit(page).isDisabled()).toBe(true)
    expect(await status()).toBe('rejected')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    return
  }
  await dialog(page).getByText('The test passed').waitFor()
  await submit(page).click()
  if (ends === 'refused') {
    await dialog(page).getByText(says).waitFor()
    await dialog(page).getByText('What to do:').waitFor()
    expect(await status()).toBe('rejected')
    return
  }
  await page.waitForURL(`**/channels/${id}_booking`)
  await page.getByRole('link', { name: 'Review the mapping' }).click()
  await page.getByTestId('mapped').getByText(says).waitFor()
  expect(await status()).toBe('completed')
})
