import { test } from 'vitest'
import {
  standardHotel,
  standardRooms,
  storeProperty,
} from '../../functions/test/support/connection-builders.ts'
import { ask, channelIdOf, connected } from '../../functions/test/support/review.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { look } from './support/look.ts'
import { person } from './support/world.ts'

withBrowser()

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
  steps: [
    ...steps,
    { name: 'charge', status: 'done', at: at(3), undo: 'done' },
    { name: 'create-channel', status: 'done', at: at(7), undo: 'pending' },
    { name: 'activate', status: 'failed', at: at(8) },
  ],
  rejection: {
    code: 'activation-refused',
    detail: 'The channel manager does not activate the channel. It says: “settings: invalid settings”',
    nextAction: 'Try again in a few minutes.',
  },
}

test('a running and a failed connection, and a refused mapping, are accessible, in light and dark', async () => {
  const [olivia, property, live] = await Promise.all([
    person('Olivia', 'operations'),
    storeProperty(),
    connected({ hotel: standardHotel, rooms: standardRooms }),
  ])
  const page = await windowOf(olivia, '/inbox')
  let attempt: object = running
  const details = (await ask('GET', `/api/property-requests/${property.requestId}`)).body
  await page.route(`**/api/property-requests/${property.requestId}`, route =>
    route.fulfill({ json: { ...details, attempt } }),
  )
  await page.goto(`/requests/${property.requestId}`)
  await page.getByRole('button', { name: 'Show progress' }).click()
  await page.getByRole('dialog').locator('[data-step="create-channel"][data-state="running"]').waitFor()
  await look(page, 'connect-running')
  attempt = failed
  await page.getByRole('dialog').getByText('Try again in a few minutes.').waitFor()
  await page.getByRole('dialog').getByRole('blockquote').getByText('“settings: invalid settings”').waitFor()
  await page.getByRole('dialog').getByText('Taken back', { exact: true }).waitFor()
  await page.getByRole('dialog').getByText('Being taken back').waitFor()
  await look(page, 'connect-failed')

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
  await look(page, 'mapping-refused')
}, 90_000)
