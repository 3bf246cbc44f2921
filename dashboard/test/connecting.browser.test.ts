import type { Locator } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import {
  obpHotel,
  reseedHotel,
  standardHotel,
  standardRooms,
  storeProperty,
} from '../../functions/test/support/connection-builders.ts'
import { channelIdOf } from '../../functions/test/support/review.ts'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import {
  channelPagePath,
  dialog,
  isFocused,
  listed,
  mappingPath,
  next,
  requestPath,
  runTest,
  staff,
  statusOf,
  submit,
  walk,
} from './support/connecting.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { person, sandbox } from './support/world.ts'

withBrowser()
type Page = Awaited<ReturnType<typeof windowOf>>
afterEach(() => sandbox().clearFaults())

const hasFocus = (element: Locator) => element.evaluate(one => one === document.activeElement)

test.each([
  { kind: 'priced by occupancy', spec: {}, mapped: '2 of 2 mapped' },
  {
    kind: 'with one price for the room',
    spec: { hotel: standardHotel, rooms: standardRooms },
    mapped: '2 of 2 mapped',
  },
])(
  'a request becomes a channel with a final mapping and its reservations: $kind',
  journey,
  async ({ spec, mapped }) => {
    const [olivia, property] = await Promise.all([staff(), storeProperty(spec)])
    await listed(property)
    const page = await windowOf(olivia, `/requests?q=${property.propertyId}`)
    await page.getByRole('table').getByRole('link', { name: 'Harbour View' }).click()
    await walk(page, property.hotelId)
    expect(await submit(page).isDisabled()).toBe(true)
    await runTest(page)
    await dialog(page).getByText('The test passed').waitFor()
    await dialog(page).getByLabel('Listing address (optional)').fill('harbour')
    await dialog(page).getByText('Enter a full address').waitFor()
    await dialog(page).getByLabel('Listing address (optional)').fill('https://booking.example/harbour')
    await submit(page).click()
    await page.waitForURL(`**${channelPagePath(property)}`)
    const card = page.getByRole('region', { name: 'Booking.com' })
    await card.getByText('Currency').waitFor()
    await expect
      .poll(() => card.getByRole('link', { name: 'Review the mapping' }).evaluate(isFocused))
      .toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${mappingPath(property)}`)
    await page.getByText(mapped).first().waitFor()
    expect(await statusOf(property)).toBe('completed')
    const channel = await db()
      .doc(`propertyChannels/${channelIdOf(property)}`)
      .get()
    expect(channel.get('listingUrl')).toBe('https://booking.example/harbour')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await dialog(page).getByText('Nothing changes at the channel manager.').waitFor()
    await dialog(page).getByRole('button', { name: 'Save and finalise' }).click()
    await page.getByText('Mapping final', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Load Future Reservations' }).click()
    await page.getByText(/^Loaded/).waitFor()
    await page.getByText('Imported').waitFor()
  },
)

test('without a channel-manager connection the dialog says what comes first, and no guide opens', async () => {
  const [olivia, property] = await Promise.all([staff(), storeProperty({ connected: false })])
  const page = await windowOf(olivia, requestPath(property))
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
  await dialog(page).getByText('Connect the first OTA first').waitFor()
  expect(await page.getByText('What you need').count()).toBe(0)
  const there = dialog(page).getByRole('link', { name: 'Open Channex in a new tab' })
  expect(await there.getAttribute('href')).toBe('https://app.channex.io/')
  await dialog(page).getByRole('button', { name: 'OK' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await statusOf(property)).toBe('pending')
})

test('a request for an OTA without a row can be withdrawn, and not connected', async () => {
  const [olivia, property] = await Promise.all([staff(), storeProperty()])
  await db().doc(`connectionRequests/${property.requestId}`).update({ ota: 'airbnb' })
  const page = await windowOf(olivia, requestPath(property))
  await page.getByText('Airbnb', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Withdraw the request' }).waitFor()
  expect(await page.getByRole('button', { name: /^Connect/ }).count()).toBe(0)
})

test('the guide goes on where it was left', async () => {
  const [olivia, property] = await Promise.all([staff(), storeProperty()])
  const page = await windowOf(olivia, requestPath(property))
  const open = page.getByRole('button', { name: 'Connect to Booking.com' })
  await open.click()
  await next(page).click()
  await next(page).click()
  await dialog(page).getByLabel('Property ID').fill('7654')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => open.evaluate(element => element === document.activeElement)).toBe(true)
  await page.reload()
  await open.click()
  await dialog(page).getByText('Step 3 of 8').waitFor()
  expect(await dialog(page).getByLabel('Property ID').inputValue()).toBe('7654')
})

test('a user who knows the way reaches the property ID in two presses, then in one, and all steps in one', async () => {
  const [olivia, property] = await Promise.all([staff(), storeProperty()])
  const page = await windowOf(olivia, requestPath(property))
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
  const extranet = dialog(page).getByRole('link', { name: 'Open the Booking.com extranet in a new tab' })
  const attribute = (name: string) => extranet.getAttribute(name)
  expect(await Promise.all(['href', 'target', 'rel'].map(attribute))).toEqual([
    ...['https://admin.booking.com/', '_blank', 'noreferrer'],
  ])
  await look(page, 'guide-beginning')
  await dialog(page).getByRole('button', { name: 'I know the way: go to the property ID' }).press('Enter')
  const last = dialog(page).getByRole('heading', { name: 'Test and connect the property' })
  await expect.poll(() => hasFocus(last)).toBe(true)
  expect(await extranet.count()).toBe(0)
  const other = await storeProperty()
  await page.goto(requestPath(other))
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
  await last.waitFor()
  await dialog(page).getByRole('button', { name: 'Show all steps' }).press('Enter')
  await expect.poll(() => hasFocus(dialog(page).getByRole('heading', { name: 'What you need' }))).toBe(true)
})

test('a failure that only connecting shows comes with what to do, and is tried again', async () => {
  const [olivia, property] = await Promise.all([
    staff(),
    storeProperty({ hotel: { ...obpHotel, behaviour: 'activation-refused' } }),
  ])
  const page = await windowOf(olivia, requestPath(property))
  await walk(page, property.hotelId)
  await runTest(page)
  await dialog(page).getByText('The test passed').waitFor()
  await submit(page).click()
  await dialog(page).getByText('Connecting failed').waitFor()
  expect(await statusOf(property)).toBe('rejected')
  const step = (name: string) => dialog(page).locator(`[data-step="${name}"]`)
  await dialog(page).getByRole('blockquote').getByText('Hotel is not open on Booking.com').waitFor()
  expect(await dialog(page).getByText('answered 4').count()).toBe(0)
  await step('create-channel').getByText('Taken back').waitFor()
  expect(await step('charge').getAttribute('data-state')).toBe('done')
  expect(await step('activate').getAttribute('data-state')).toBe('failed')
  await reseedHotel(property.hotelId, { behaviour: 'ok' })
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(`**${channelPagePath(property)}`)
  expect(await statusOf(property)).toBe('completed')
})

test('two people connect one property: both see it run, both land on its one channel', async () => {
  const [olivia, oscar, property] = await Promise.all([
    staff(),
    person('Oscar', 'operations'),
    storeProperty(),
  ])
  const pages = await Promise.all([olivia, oscar].map(who => windowOf(who, requestPath(property))))
  for (const page of pages) {
    await walk(page, property.hotelId)
    await runTest(page)
    await dialog(page).getByText('The test passed').waitFor()
  }
  await sandbox().fault({
    vendor: 'channel-manager',
    method: 'POST',
    path: '/channels$',
    mode: 'delay',
    // The delay is long enough to be seen on a busy machine; it holds for every channel, as other files create some.
    delayMs: 5000,
  })
  const [one, other] = pages
  if (!one || !other) throw new Error('no pages')
  await submit(one).click()
  await dialog(one).locator('[data-step="create-channel"][data-state="running"]').waitFor()
  // The button is gone once its window has seen the run; the element in its place is not pressed.
  await submit(other)
    .dispatchEvent('click', undefined, { timeout: 3_000 })
    .catch(() => undefined)
  await Promise.all(pages.map(page => page.waitForURL(`**${channelPagePath(property)}`)))
  const { channels } = await sandbox().state('channel-manager')
  const ours = channels.filter((channel: unknown) => JSON.stringify(channel).includes(property.hotelId))
  expect(ours).toHaveLength(1)
})

/** Opens the guide at its last step. */
async function openForm(
  page: Page,
  { uid }: { uid: string },
  { propertyId, hotelId }: { propertyId: string; hotelId: string },
): Promise<void> {
  await page.evaluate(
    ([key, value]) => localStorage.setItem(String(key), String(value)),
    [`connect/${uid}/${propertyId}/booking`, JSON.stringify({ step: 'property', hotelId })],
  )
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
}

test(
  'a connection that outlasts its answer is said to go on by itself, and is followed',
  journey,
  async () => {
    const [olivia, property] = await Promise.all([staff(), storeProperty()])
    const page = await windowOf(olivia, requestPath(property))
    await openForm(page, olivia, property)
    await dialog(page).getByLabel('Property ID').press('Enter')
    await dialog(page).getByText('The test passed').waitFor()
    await sandbox().fault({
      vendor: 'channel-manager',
      method: 'POST',
      path: '/channels$',
      mode: 'delay',
      delayMs: 5000,
    })
    // The server gives this answer after 45 seconds.
    await page.route('**/booking/connect', async route => {
      void route.fetch().catch(() => undefined)
      await route.fulfill({ status: 202, json: { status: 'running', requestIds: [property.requestId] } })
    })
    await dialog(page).getByLabel('Property ID').press('Enter')
    await dialog(page).getByText('this goes on by itself, for some minutes at most').waitFor()
    await look(page, 'connecting-goes-on')
    await page.waitForURL(`**${channelPagePath(property)}`)
    expect(await statusOf(property)).toBe('completed')
  },
)

test('a press that never reached the server says so, and not why an earlier attempt failed', async () => {
  const [olivia, property] = await Promise.all([
    staff(),
    storeProperty({ hotel: { ...obpHotel, behaviour: 'activation-refused' } }),
  ])
  const page = await windowOf(olivia, requestPath(property))
  await openForm(page, olivia, property)
  const title = dialog(page).getByRole('heading', { name: /^Connect Harbour View/ })
  await expect.poll(() => hasFocus(title)).toBe(true)
  // Enter first tests, and then connects a property that passed.
  await dialog(page).getByLabel('Property ID').press('Enter')
  await dialog(page).getByText('The test passed').waitFor()
  expect(await statusOf(property)).toBe('pending')
  await dialog(page).getByLabel('Property ID').press('Enter')
  await dialog(page).getByText('does not activate the channel').waitFor()
  await expect.poll(() => hasFocus(title)).toBe(true)
  await page.route('**/booking/connect', route => route.abort())
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await dialog(page).getByText('The server can’t be reached.').waitFor()
  expect(await dialog(page).getByText('does not activate the channel').count()).toBe(0)
  expect(await dialog(page).locator('[data-step]').count()).toBe(0)
})
