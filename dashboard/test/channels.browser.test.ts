import { expect, test } from 'vitest'
import { channelIdOf, connected, disconnect } from '../../functions/test/support/review.ts'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import {
  channelPagePath,
  dialog,
  isFocused,
  mappingPath,
  requestPath,
  staff,
  submit,
} from './support/connecting.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { person } from './support/world.ts'

withBrowser()

test(
  'disconnecting says what it does first; the link of the e-mail leads to the channels',
  journey,
  async () => {
    const [olivia, property] = await Promise.all([staff(), connected()])
    const page = await windowOf(olivia, `/properties/${property.propertyId}`)
    await page.waitForURL('**/channels')
    await page.getByRole('button', { name: 'Edit facts' }).press('Enter')
    await dialog(page).getByRole('button', { name: 'Add a fact' }).press('Enter')
    await page.keyboard.type('Door code')
    await page.keyboard.press('Tab')
    await page.keyboard.type('4711')
    await look(page, 'property-facts')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Facts of the house' }).getByText('4711').waitFor()
    await page.getByRole('link', { name: 'Booking.com' }).click()
    const card = page.getByRole('region', { name: 'Booking.com' })
    await card.getByText('By occupancy (OBP)').waitFor()
    await card.getByText('Currency').waitFor()
    await card.getByRole('button', { name: 'Disconnect' }).click()
    await dialog(page).getByText('is switched off at the channel manager').waitFor()
    await dialog(page).getByRole('button', { name: 'Disconnect now' }).click()
    await card.getByText('Disconnected', { exact: true }).first().waitFor()
    expect(
      (
        await db()
          .doc(`propertyChannels/${channelIdOf(property)}`)
          .get()
      ).get('status'),
    ).toBe('disconnected')
    // A second disconnect changes nothing.
    expect((await disconnect(property)).status).toBe(204)
  },
)

test('a property that was disconnected is connected again, from its channel or its request', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  expect((await disconnect(property)).status).toBe(204)
  const page = await windowOf(olivia, `/requests?q=${property.propertyId}`)
  const row = page.getByRole('row').filter({ hasText: 'Completed' })
  // The row comes once the page hears of the disconnection.
  await row.getByText('Disconnected', { exact: true }).waitFor({ timeout: 100_000 })
  await look(page, 'requests-disconnected')
  await page.goto(requestPath(property))
  await page.getByText('The channel has been disconnected since').waitFor()
  await page.getByText('Completed', { exact: true }).first().waitFor()
  expect(await page.getByText('Disconnected', { exact: true }).count()).toBe(2)
  await page.getByRole('button', { name: 'Connect to Booking.com again' }).waitFor()
  await look(page, 'request-disconnected')
  await page.getByRole('link', { name: 'Open the channel' }).click()
  const again = page.getByRole('button', { name: 'Connect to Booking.com again' })
  await again.waitFor()
  await look(page, 'channel-disconnected')
  await again.press('Enter')
  await page.waitForURL(`**/requests/asked_${channelIdOf(property)}`)
  await page.getByText('Pending').waitFor()
  expect(await page.locator('[data-step]').count()).toBe(0)
  await page.goBack()
  await page.getByRole('link', { name: 'Connect to Booking.com again' }).click()
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
  const hotelId = dialog(page).getByLabel('Property ID')
  expect(await hotelId.inputValue()).toBe(property.hotelId)
  await look(page, 'connect-again')
  await hotelId.press('Enter')
  await dialog(page).getByText('The test passed').waitFor()
  await submit(page).press('Enter')
  await page.waitForURL(`**${channelPagePath(property)}`)
  await page.getByRole('button', { name: 'Disconnect' }).waitFor()
})

test('a page shows the name of a property even without requests, and never its id before the name', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/property-requests?*', route => route.abort())
  await page.route('**/api/properties/*/channels', async route => {
    await released
    await route.continue()
  })
  await page.goto(`/properties/${property.propertyId}/channels`)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  expect(await heading.innerText()).toBe('…')
  expect(await page.title()).toBe('Channels · Gatehouse')
  release()
  await page.getByRole('heading', { level: 1, name: 'Harbour View' }).waitFor()
  await expect.poll(() => page.title()).toBe('Channels · Harbour View · Gatehouse')
})

test('an item says what to do and is resolved; support staff do not see it', async () => {
  const [olivia, sam] = await Promise.all([staff(), person('Sam')])
  const id = `listing-lost_${olivia.uid}`
  const detail = `Listing of ${olivia.uid} is lost.`
  await db()
    .doc(`items/${id}`)
    .set({ kind: 'listing-lost', detail, nextAction: 'Look.', status: 'open', createdAt: new Date() })
  const page = await windowOf(olivia, '/items')
  const entry = page.getByRole('listitem').filter({ hasText: detail })
  await entry.getByText('What to do:').waitFor()
  await entry.getByRole('button', { name: 'Mark as resolved' }).click()
  await entry.waitFor({ state: 'hidden' })
  expect((await db().doc(`items/${id}`).get()).get('status')).toBe('resolved')
  await db().doc(`items/${id}`).update({ status: 'open' })
  const paths: string[] = []
  const other = await windowOf(sam)
  other.on('request', request => paths.push(new URL(request.url()).pathname))
  await other.goto('/items')
  await other.getByRole('heading', { name: 'To do', level: 1 }).waitFor()
  await expect.poll(() => paths).toContain('/chat/failed-sends')
  expect(paths).not.toContain('/api/items')
  expect(await other.getByText(detail).count()).toBe(0)
})

test('a load whose answer and effect are lost shows as failed, whatever an earlier load brought', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, channelPagePath(property))
  const load = page.getByRole('button', { name: 'Load Future Reservations' })
  await load.click()
  await page.getByText(/^Loaded/).waitFor()
  await page.route('**/load-future-reservations', route => route.abort())
  await load.click()
  await page.getByRole('alert').getByText('The server can’t be reached.').waitFor()
  expect(await page.getByText('Loading failed').count()).toBe(1)
  await page.unroute('**/load-future-reservations')
  await load.click()
  await page.getByRole('alert').waitFor({ state: 'hidden' })
  await page.getByText(/^Loaded/).waitFor()
})

test('an action offline fails at once, and does not happen later', async () => {
  const olivia = await staff()
  const id = `mapping-not-written_${olivia.uid}`
  const item = {
    kind: 'mapping-not-written',
    detail: `Of ${olivia.uid}.`,
    status: 'open',
    createdAt: new Date(),
  }
  await db().doc(`items/${id}`).set(item)
  const page = await windowOf(olivia, '/items')
  const entry = page.getByRole('listitem').filter({ hasText: item.detail })
  await entry.waitFor()
  await page.context().setOffline(true)
  await entry.getByRole('button', { name: 'Mark as resolved' }).click()
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText('The server can’t be reached.')
    .waitFor()
  await page.context().setOffline(false)
  await page.waitForTimeout(1_000)
  expect((await db().doc(`items/${id}`).get()).get('status')).toBe('open')
})

test('the items of a property stay filtered, lead to its mapping, and pass the focus on', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const { propertyId } = property
  const about = {
    propertyId,
    channelId: channelIdOf(property),
    ota: 'booking',
    status: 'open',
    detail: 'Look.',
  }
  const kinds = ['ota-offer-changed', 'channel-off'] as const
  await Promise.all(
    kinds.map((kind, at) =>
      db()
        .doc(`items/${kind}_${propertyId}`)
        .set({ ...about, kind, createdAt: new Date(Date.now() - at * 1000) }),
    ),
  )
  const page = await windowOf(olivia, `/items?propertyId=${propertyId}`)
  const [first, second] = kinds.map((_, at) => page.getByRole('listitem').nth(at))
  if (!first || !second) throw new Error('no items')
  await page.getByRole('heading', { name: 'The OTA changed its offer' }).waitFor()
  expect(await first.getByRole('link', { name: 'Booking.com of Harbour View' }).getAttribute('href')).toBe(
    channelPagePath(property),
  )
  expect(await first.getByRole('link', { name: 'Open the mapping' }).getAttribute('href')).toBe(
    mappingPath(property),
  )
  expect(await second.getByRole('link', { name: 'Open the mapping' }).count()).toBe(0)
  await first.getByRole('button', { name: 'Mark as resolved' }).click()
  await second.waitFor({ state: 'hidden' })
  const left = first.getByRole('button', { name: 'Mark as resolved' })
  await expect.poll(() => left.evaluate(element => element === document.activeElement)).toBe(true)
  await page.getByText('Resolved', { exact: true }).click()
  await page.getByRole('heading', { name: 'The OTA changed its offer' }).waitFor()
  expect(await page.getByRole('listitem').count()).toBe(1)
  await page.getByRole('button', { name: /^Only Harbour View/ }).click()
  await expect.poll(() => page.url()).not.toContain('propertyId')
})

test('the missing application for messages from booking sites shows with its price and a link', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia)
  await page.route('**/messages-application', route =>
    route.fulfill({ json: { installed: false, price: 700, currency: 'USD' } }),
  )
  await page.goto(`/properties/${property.propertyId}/channels#messages`)
  const card = page.getByRole('region', { name: 'Messages from booking sites' })
  await card.getByText('Switched off').waitFor()
  await card.getByText('US$7.00 a month').waitFor()
  await expect.poll(() => card.getByRole('heading').evaluate(isFocused)).toBe(true)
  const link = card.getByRole('link', { name: 'Open Channex' })
  expect(await link.getAttribute('href')).toBe('https://app.channex.io/')
  await look(page, 'messages-card')
})
