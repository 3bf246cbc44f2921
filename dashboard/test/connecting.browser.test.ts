import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  type ConnectableProperty,
  obpHotel,
  obpRooms,
  reseedHotel,
  standardHotel,
  standardRooms,
  storeProperty,
} from '../../functions/test/support/connection-builders.ts'
import {
  channelIdOf,
  connected,
  disconnect,
  linesThere,
  putMapping,
  readMapping,
  sendable,
} from '../../functions/test/support/review.ts'
import { db } from '../../functions/test/support/stack.ts'
import { seedDocuments } from '../../scripts/seed-data.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { person, sandbox } from './support/world.ts'

withBrowser()
afterEach(() => sandbox().clearFaults())

const staff = () => person('Olivia', 'operations')
const dialog = (page: Page) => page.getByRole('dialog')
const next = (page: Page) => dialog(page).getByRole('button', { name: 'Next' })
const requestPath = ({ requestId }: ConnectableProperty) => `/requests/${requestId}`
const mappingPath = (property: ConnectableProperty) =>
  `/properties/${property.propertyId}/channels/${channelIdOf(property)}/mapping`
const statusOf = async ({ requestId }: ConnectableProperty) =>
  (await db().doc(`connectionRequests/${requestId}`).get()).get('status')

/** The eight steps in the extranet, up to the form. */
async function walk(page: Page, hotelId: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
  for (const title of ['What you need', 'Log in to the extranet']) {
    await dialog(page).getByRole('heading', { name: title }).waitFor()
    await next(page).click()
  }
  await dialog(page).getByLabel('Property ID').fill('12')
  await dialog(page).getByText('This is not a property ID.').waitFor()
  expect(await next(page).isDisabled()).toBe(true)
  await dialog(page).getByLabel('Property ID').fill(hotelId)
  await next(page).click()
  await dialog(page).getByRole('heading', { name: 'Open Account, Connectivity Provider' }).waitFor()
  await next(page).click()
  const name = dialog(page).getByLabel('Type the name as you searched for it')
  await name.fill('Chan')
  expect(await next(page).isDisabled()).toBe(true)
  await name.fill('Channex')
  await next(page).click()
  for (const title of [
    'Confirm the selection',
    'Accept the XML Service Agreement',
    'Wait for the acceptance',
  ]) {
    await dialog(page).getByRole('heading', { name: title }).waitFor()
    await next(page).click()
  }
  await dialog(page).getByRole('heading', { name: 'Test and connect the property' }).waitFor()
}

const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Connect property' })
const runTest = (page: Page) => dialog(page).getByRole('button', { name: 'Test the connection' }).click()

test.each([
  { kind: 'priced by occupancy', spec: {}, mapped: '2 of 2 mapped' },
  {
    kind: 'with one price for the room',
    spec: { hotel: standardHotel, rooms: standardRooms },
    mapped: '2 of 2 mapped',
  },
])(
  'a request becomes a channel with a final mapping and its reservations: $kind',
  async ({ spec, mapped }) => {
    const [olivia, property] = await Promise.all([staff(), storeProperty(spec)])
    const page = await windowOf(olivia, `/requests?q=${property.propertyId}`)
    await page.getByRole('table').getByRole('link', { name: 'Harbour View' }).click()
    await walk(page, property.hotelId)
    expect(await submit(page).isDisabled()).toBe(true)
    await runTest(page)
    await dialog(page).getByText('The test passed').waitFor()
    await dialog(page).getByLabel('Listing address (optional)').fill('harbour')
    await dialog(page).getByText('Enter a whole address').waitFor()
    await dialog(page).getByLabel('Listing address (optional)').fill('https://booking.example/harbour')
    await submit(page).click()
    await page.waitForURL(`**${mappingPath(property)}`)
    await page.getByText(mapped).first().waitFor()
    expect(await statusOf(property)).toBe('completed')
    const channel = await db()
      .doc(`propertyChannels/${channelIdOf(property)}`)
      .get()
    expect(channel.get('listingUrl')).toBe('https://booking.example/harbour')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await dialog(page).getByText('At the channel manager nothing changes.').waitFor()
    await dialog(page).getByRole('button', { name: 'Save and finalise' }).click()
    await page.getByText('Mapping final').waitFor()
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
  await dialog(page).getByRole('button', { name: 'Understood' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await statusOf(property)).toBe('pending')
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
  await dialog(page).getByText('Step 3 of 9').waitFor()
  expect(await dialog(page).getByLabel('Property ID').inputValue()).toBe('7654')
})

/** The seeded hotels, by what becomes of connecting them. */
const hotels = [
  { id: 'harbour-view-guesthouse', hotelId: '5868189', ends: 'connected', says: 'mapped' },
  { id: 'casa-alameda', hotelId: '6519420', ends: 'connected', says: 'mapped' },
  { id: 'old-mill-cottage', hotelId: '1000001', ends: 'tested', says: 'The test did not pass' },
  { id: 'lakeside-lodge', hotelId: '1000002', ends: 'tested', says: 'accept the XML Service Agreement' },
  { id: 'rose-garden-apartments', hotelId: '1000003', ends: 'refused', says: 'Connecting did not work' },
  { id: 'hillcrest-farmhouse', hotelId: '1000004', ends: 'tested', says: 'shows no room' },
  { id: 'studios-on-mercer-street', hotelId: '1000005', ends: 'tested', says: 'cannot be told apart' },
  { id: 'the-orangery', hotelId: '1000006', ends: 'tested', says: 'read-only or derived' },
  { id: 'cliff-terrace', hotelId: '1000007', ends: 'refused', says: 'Connecting did not work' },
] as const

beforeAll(async () => {
  const needed = seedDocuments().filter(([path]) => /^(properties|connectionRequests|accounts)\//.test(path))
  await Promise.all(needed.map(([path, data]) => db().doc(path).set(data)))
})

test.each(hotels)('every hotel of the sandbox: $id ends $ends', async ({ id, hotelId, ends, says }) => {
  const page = await windowOf(await staff(), `/requests/${id}-booking`)
  const status = async () => (await db().doc(`connectionRequests/${id}-booking`).get()).get('status')
  await walk(page, hotelId)
  await runTest(page)
  if (ends === 'tested') {
    await dialog(page).getByText(says).first().waitFor()
    await dialog(page).getByText('What to do:').waitFor()
    expect(await submit(page).isDisabled()).toBe(true)
    expect(await status()).toBe('pending')
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
  await page.waitForURL('**/mapping')
  await page.getByTestId('mapped').getByText(says).waitFor()
  expect(await status()).toBe('completed')
})

test('what only connecting shows is told with what to do, and tried again', async () => {
  const [olivia, property] = await Promise.all([
    staff(),
    storeProperty({ hotel: { ...obpHotel, behaviour: 'activation-refused' } }),
  ])
  const page = await windowOf(olivia, requestPath(property))
  await walk(page, property.hotelId)
  await runTest(page)
  await dialog(page).getByText('The test passed').waitFor()
  await submit(page).click()
  await dialog(page).getByText('Connecting did not work').waitFor()
  expect(await statusOf(property)).toBe('rejected')
  await reseedHotel(property.hotelId, { behaviour: 'ok' })
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(`**${mappingPath(property)}`)
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
    path: '/channels',
    mode: 'delay',
    delayMs: 1500,
  })
  const [one, other] = pages
  if (!one || !other) throw new Error('no pages')
  await submit(one).click()
  await dialog(one).locator('[data-step="create-channel"][data-state="running"]').waitFor()
  // Who has seen it run by now has no button any more.
  await submit(other)
    .click({ timeout: 3_000 })
    .catch(() => undefined)
  await Promise.all(pages.map(page => page.waitForURL(`**${mappingPath(property)}`)))
  const { channels } = await sandbox().state('channel-manager')
  const ours = channels.filter((channel: unknown) => JSON.stringify(channel).includes(property.hotelId))
  expect(ours).toHaveLength(1)
})

const planSelect = (page: Page, rate: string) => page.getByLabel(`Our rate plan for ${rate}`)

test('a mapping is changed, shown before it is written, and written', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, mappingPath(property))
  const single = planSelect(page, 'Standard Rate, 1 guest, in Double Room')
  await single.selectOption({ label: 'Not mapped' })
  await page.getByText('1 change').waitFor()
  await page.getByText('2 of 2 mapped').first().waitFor()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await dialog(page).getByText('1 line removed').waitFor()
  await dialog(page).getByText('4 lines stay as they are.').waitFor()
  expect(await linesThere(property)).toHaveLength(5)
  await dialog(page).getByRole('button', { name: 'Save and finalise' }).click()
  await page.getByText('Mapping final').waitFor()
  expect(await linesThere(property)).toHaveLength(4)
})

test('a rate plan can be dragged to where it is sold; one of another room is refused', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, mappingPath(property), { viewport: { width: 1440, height: 900 } })
  const single = planSelect(page, 'Standard Rate, 1 guest, in Double Room')
  await single.selectOption({ label: 'Not mapped' })
  const line = page.locator('[data-rate]').filter({ has: single })
  const things = page.getByRole('complementary', { name: 'Our rooms and rate plans' })
  await things.getByText('Promotions (2 guests)').dragTo(line)
  await page.getByText('This rate plan belongs to another room').waitFor()
  expect(await single.inputValue()).toBe('')
  await things.getByText('Standard Rate (1 guest)').dragTo(line)
  await expect.poll(() => single.inputValue()).not.toBe('')
  await page.getByText('No changes').waitFor()
})

test('a room that is mapped anew brings its rates, by the keyboard alone', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, mappingPath(property))
  const room = page.getByLabel('Our room for Double Room')
  await room.focus()
  await room.press('N')
  await page.getByText('1 of 2 mapped').first().waitFor()
  // A list that is typed into begins anew after a second.
  await page.waitForTimeout(1_500)
  await room.press('d')
  await page.getByText('2 of 2 mapped').first().waitFor()
  await page.getByText('No changes').waitFor()
})

test('a mapping that somebody else changed meanwhile is taken over, with one’s own change on it', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, mappingPath(property))
  await planSelect(page, 'Standard Rate, 1 guest, in Double Room').selectOption({ label: 'Not mapped' })
  const body = sendable(await readMapping(property))
  const row = body.ratePlans.find(({ occupancy }: { occupancy: number }) => occupancy === 3)
  row.ratePlanId = null
  expect((await putMapping(property, body)).status).toBe(200)
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByText('Somebody else has changed the mapping meanwhile').waitFor()
  await page.getByRole('button', { name: 'Take the newest and keep my change' }).click()
  expect(await planSelect(page, 'Standard Rate, 3 guests, in Family Suite').inputValue()).toBe('')
  expect(await planSelect(page, 'Standard Rate, 1 guest, in Double Room').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await dialog(page).getByText('1 line removed').waitFor()
  await dialog(page).getByRole('button', { name: 'Save and finalise' }).click()
  await page.getByText('Mapping final').waitFor()
  expect(await linesThere(property)).toHaveLength(3)
})

test('what needs review comes first, and what the OTA changed is told', async () => {
  const rooms = [{ name: 'Double', capacity: 2, rates: { 'Standard Rate': [1, 2] } }, ...obpRooms.slice(1)]
  const [olivia, property] = await Promise.all([staff(), connected({ rooms: rooms.toReversed() })])
  const mapping = await readMapping(property)
  await reseedHotel(property.hotelId, {
    rooms: [...mapping.offer.rooms.slice(1), { id: 77, title: 'New Room', rates: [] }].map(room => ({
      maxChildren: null,
      ...room,
    })),
  })
  const page = await windowOf(olivia, mappingPath(property))
  await page.getByText('Booking.com has changed its offer since the mapping was made').waitFor()
  const first = page.locator('[data-room]').first()
  await first.getByRole('heading', { name: 'New Room' }).waitFor()
  await page.getByText(/^To review/).click()
  expect(await page.getByRole('heading', { name: 'New Room' }).count()).toBe(1)
})

test('disconnecting says what it does first; the link of the e-mail leads to the channels', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, `/properties/${property.propertyId}`)
  await page.waitForURL('**/channels')
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
  // What is over already stays so.
  expect((await disconnect(property)).status).toBe(204)
})

test('an item says what to do and is resolved; support staff have no way to it', async () => {
  const [olivia, sam] = await Promise.all([staff(), person('Sam')])
  const id = `listing-lost_${olivia.uid}`
  const detail = `Listing of ${olivia.uid} is lost.`
  await db()
    .doc(`items/${id}`)
    .set({ kind: 'listing-lost', detail, nextAction: 'Look.', status: 'open', createdAt: new Date() })
  const page = await windowOf(olivia, '/items')
  const entry = page.getByRole('listitem').filter({ hasText: detail })
  await entry.getByText('What to do:').waitFor()
  await entry.getByRole('button', { name: 'Resolved' }).click()
  await entry.waitFor({ state: 'hidden' })
  expect((await db().doc(`items/${id}`).get()).get('status')).toBe('resolved')
  const other = await windowOf(sam, '/inbox')
  expect(await other.getByRole('link', { name: 'To do' }).count()).toBe(0)
})
