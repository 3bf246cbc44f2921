import { expect, test } from 'vitest'
import {
  standardHotel,
  standardRooms,
  storeProperty,
} from '../../functions/test/support/connection-builders.ts'
import { connected } from '../../functions/test/support/review.ts'
import { db } from '../../functions/test/support/stack.ts'
import { violations } from './support/axe.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { channelPagePath, choose, mappingPath } from './support/connecting.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { person } from './support/world.ts'

withBrowser()

test('the pages about connecting are accessible and fit every window, in light and dark', {
  ...journey,
  timeout: 150_000,
}, async () => {
  const [olivia, property, unconnected, rejected, live] = await Promise.all([
    person('Olivia', 'operations'),
    storeProperty(),
    storeProperty({ connected: false }),
    storeProperty({ requests: ['rejected'] }),
    connected({
      hotel: standardHotel,
      rooms: [...standardRooms, { name: 'Attic', capacity: 2, rates: {} }],
    }),
  ])
  await db().doc(`items/ota-offer-changed_${olivia.uid}`).set({
    kind: 'ota-offer-changed',
    detail: 'Booking.com no longer offers the rate "Weekly Rate" of "Studio with Balcony".',
    nextAction: 'Open the mapping, and take the rate out of it.',
    status: 'open',
    propertyId: live.propertyId,
    ota: 'booking',
    createdAt: new Date(),
  })
  const page = await windowOf(olivia, '/requests')
  await page.getByRole('table').getByRole('link').first().waitFor()
  await look(page, 'requests')

  await page.goto(`/requests/${rejected.requestId}`)
  await page.getByText('An earlier failure.').waitFor()
  await look(page, 'request')

  await page.goto(`/requests/${unconnected.requestId}`)
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
  await page.getByRole('dialog').getByText('Connect the first OTA first').waitFor()
  await look(page, 'prerequisite')

  const guide = { step: 'searchName', name: 'Chan', hotelId: property.hotelId }
  const keep = (progress: object) =>
    page.evaluate(
      ([key, value]) => localStorage.setItem(String(key), String(value)),
      [`connect/${olivia.uid}/${property.propertyId}/booking`, JSON.stringify(progress)],
    )
  await keep(guide)
  await page.goto(`/requests/${property.requestId}`)
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
  await page.getByRole('dialog').getByText('Search for the channel manager').waitFor()
  await look(page, 'guide')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await keep({ ...guide, step: 'property' })
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Test the connection' }).click()
  await page.getByRole('dialog').getByText('The test passed').waitFor()
  await look(page, 'connect-form')

  await page.goto(`/properties/${live.propertyId}/channels`)
  await page.getByRole('link', { name: 'Booking.com' }).waitFor()
  await page.getByText('Switched off').waitFor()
  await look(page, 'channels')

  await page.goto(channelPagePath(live))
  await page.getByRole('button', { name: 'Load Future Reservations' }).click()
  await page.getByText(/^Loaded/).waitFor()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByText('What will happen:').waitFor()
  await look(page, 'disconnect')

  await page.goto(mappingPath(live))
  await page.getByTestId('mapped').waitFor()
  await look(page, 'mapping')
  await choose(page, page.getByRole('combobox', { name: /^Our rate plan for Weekly Rate/ }), 'Not mapped')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('dialog').getByText('1 line removed').waitFor()
  await look(page, 'preview')

  await page.goto('/items')
  await page.getByText('no longer offers the rate').first().waitFor()
  await look(page, 'items')
})

test('every page about connecting says when its object does not exist', async () => {
  const olivia = await person('Olivia', 'operations')
  const page = await windowOf(olivia, '/requests/nowhere')
  await page.getByText('Request not found.').first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto('/properties/nowhere')
  await page.getByText('Property not found.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto('/properties/nowhere/channels/none')
  await page.getByText('Property not found.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto('/properties/nowhere/channels/none/mapping')
  await page.getByRole('alert').waitFor()
  expect(await violations(page)).toEqual([])
})
