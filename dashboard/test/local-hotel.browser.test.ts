import { expect, test } from 'vitest'
import { storeProperty } from '../../functions/test/support/connection-builders.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { dialog, next, requestPath, staff } from './support/connecting.ts'

withBrowser()

test.each([
  ['of the seed', 'the sandbox has this property as 1000006'],
  ['of none of its hotels', 'the sandbox has no hotel for this property. It knows 5868189, 6519420'],
])('the local system says which property ID to enter: a property %s', async (which, hint) => {
  const address =
    which === 'of the seed' ? '/requests/the-orangery-booking' : requestPath(await storeProperty())
  const page = await windowOf(await staff(), address)
  // Another test may have tried to connect the property of the seed: then the guide begins at the property ID.
  await page.getByRole('button', { name: /^(Connect to Booking.com|Try again)$/ }).click()
  const [field, first] = [
    dialog(page).getByLabel('Property ID'),
    dialog(page).getByRole('heading', { name: 'What you need' }),
  ]
  await field.or(first).waitFor()
  if (await first.isVisible()) {
    await next(page).click()
    await dialog(page).getByRole('heading', { name: 'Log in to the extranet' }).waitFor()
    await next(page).click()
  }
  await field.waitFor()
  await dialog(page).getByText(hint).waitFor()
  expect(await dialog(page).getByText('sandbox/README.md').count()).toBe(1)
})
