import { expect, test } from 'vitest'
import {
  standardHotel,
  standardRooms,
  storeProperty,
} from '../../functions/test/support/connection-builders.ts'
import { ask, channelIdOf, connected } from '../../functions/test/support/review.ts'
import { db } from '../../functions/test/support/stack.ts'
import { violations } from './support/axe.ts'
import { openWindow, windowOf, withBrowser } from './support/browser.ts'
import { choose } from './support/connecting.ts'
import { look, schemes } from './support/look.ts'
import { person } from './support/world.ts'

withBrowser()

test.each(schemes)(
  'the pages about connecting are accessible and fit every window, %s',
  async colorScheme => {
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
    const page = await windowOf(olivia, '/requests', { colorScheme })
    await page.getByRole('table').getByRole('link').first().waitFor()
    await look(page, 'requests', colorScheme)

    await page.goto(`/requests/${rejected.requestId}`)
    await page.getByText('An earlier failure.').waitFor()
    await look(page, 'request', colorScheme)

    await page.goto(`/requests/${unconnected.requestId}`)
    await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
    await page.getByRole('dialog').getByText('Connect the first OTA first').waitFor()
    await look(page, 'prerequisite', colorScheme)

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
    await look(page, 'guide', colorScheme)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await keep({ ...guide, step: 'property' })
    await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Test the connection' }).click()
    await page.getByRole('dialog').getByText('The test passed').waitFor()
    await look(page, 'connect-form', colorScheme)

    await page.goto(`/properties/${live.propertyId}/channels`)
    await page.getByRole('button', { name: 'Load Future Reservations' }).click()
    await page.getByText(/^Loaded/).waitFor()
    await look(page, 'channels', colorScheme)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByText('This is what happens:').waitFor()
    await look(page, 'disconnect', colorScheme)

    await page.goto(`/properties/${live.propertyId}/channels/${channelIdOf(live)}/mapping`)
    await page.getByTestId('mapped').waitFor()
    await look(page, 'mapping', colorScheme)
    await choose(page, page.getByRole('combobox', { name: /^Our rate plan for Weekly Rate/ }), 'Not mapped')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByText('1 line removed').waitFor()
    await look(page, 'preview', colorScheme)

    await page.goto('/items')
    await page.getByText('no longer offers the rate').first().waitFor()
    await look(page, 'items', colorScheme)
  },
  150_000,
)

const at = (seconds: number) => new Date(1_750_000_000_000 + seconds * 1000).toISOString()
const steps = ['test-connection', 'read', 'map'].map((name, order) => ({
  name,
  status: 'done',
  at: at(order),
}))
const running = {
  status: 'running',
  hotelId: '5868189',
  startedAt: at(0),
  currentStep: 'create-channel',
  steps,
}
const failed = {
  ...running,
  status: 'rejected',
  endedAt: at(9),
  steps: [...steps, { name: 'create-channel', status: 'failed', at: at(8) }],
  rejection: {
    code: 'provider-unavailable',
    detail: 'The channel manager cannot be reached or gives no usable answer.',
    nextAction: 'Try again in a few minutes.',
  },
}

test.each(schemes)(
  'connecting as it runs and as it fails, and a mapping that is refused, are accessible, %s',
  async colorScheme => {
    const [olivia, property, live] = await Promise.all([
      person('Olivia', 'operations'),
      storeProperty(),
      connected({ hotel: standardHotel, rooms: standardRooms }),
    ])
    const page = await windowOf(olivia, '/inbox', { colorScheme })
    let attempt: object = running
    const details = (await ask('GET', `/api/property-requests/${property.requestId}`)).body
    await page.route(`**/api/property-requests/${property.requestId}`, route =>
      route.fulfill({ json: { ...details, attempt } }),
    )
    await page.goto(`/requests/${property.requestId}`)
    await page.getByRole('button', { name: 'Watch the progress' }).click()
    await page.getByRole('dialog').locator('[data-step="create-channel"][data-state="running"]').waitFor()
    await look(page, 'connect-running', colorScheme)
    attempt = failed
    await page.getByRole('dialog').getByText('Try again in a few minutes.').waitFor()
    await look(page, 'connect-failed', colorScheme)

    await page.route('**/mapping', route =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 422,
            json: {
              code: 'mapping-failed',
              detail: 'The mapping cannot be written as it is.',
              nextAction: 'Correct what is named, then save again.',
              errors: [
                { path: 'ratePlans.0.ratePlanId', message: 'The OTA sells this rate to 2 guests only.' },
              ],
              retryable: false,
            },
          }),
    )
    await page.goto(`/properties/${live.propertyId}/channels/${channelIdOf(live)}/mapping`)
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByText('The OTA sells this rate to 2 guests only.').waitFor()
    await look(page, 'mapping-refused', colorScheme)
  },
  90_000,
)

test('what does not exist is said, on every page about connecting', async () => {
  const olivia = await person('Olivia', 'operations')
  const page = await windowOf(olivia, '/requests/nowhere')
  await page.getByText('There is no such request.').first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto('/properties/nowhere')
  await page.getByText('There is no such property.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto('/properties/nowhere/channels/none/mapping')
  await page.getByRole('alert').waitFor()
  expect(await violations(page)).toEqual([])
})

test.each(schemes)('the API document is accessible and fits every window, %s', async colorScheme => {
  const page = await openWindow({ colorScheme })
  await page.goto('/api/docs')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look(page, 'api-docs', colorScheme)
})
