import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  type ConnectableProperty,
  sandbox,
  storeProperty,
} from '../../functions/test/support/connection-builders.ts'
import { db, sweep, uniqueId } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { dialog, staff } from './support/connecting.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'

withBrowser()

const ota = 'airbnb'
let lastListing = 0
const listingId = () => `${BigInt(Date.now()) * 100_000n + BigInt(lastListing++)}`

/** A property whose connection to the OTA is asked for, and a host there with a listing of a room's name. */
async function asked(host: object = {}) {
  const property = await storeProperty()
  const requestId = `asked_${property.propertyId}_${ota}`
  await db()
    .doc(`connectionRequests/${requestId}`)
    .set({
      ...{ propertyId: property.propertyId, landlordId: property.landlordId, ota, status: 'pending' },
      createdAt: new Date(),
    })
  const hostId = uniqueId('host')
  const listings = [
    { id: listingId(), title: 'Double Room' },
    { id: listingId(), title: 'Boat House' },
  ]
  await sandbox().seed({ hosts: [{ id: hostId, mapsAfterMs: 0, listings, ...host }] })
  return { property, requestId, hostId }
}

/** Makes a link from the request, and answers it as that host does. */
async function consent(page: Page, hostId: string) {
  await page.getByRole('button', { name: 'Connect to Airbnb' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Make the link' }).press('Enter')
  await page.waitForURL('**/connections/*')
  const link = page.getByRole('link', { name: 'Open at Airbnb' })
  await page.getByText(/^Valid until .*\d\d:\d\d\.$/).waitFor()
  const href = await link.getAttribute('href')
  return () => page.goto(`${href}?host=${hostId}`)
}

/** Another property of a landlord, once the portfolio has it. */
async function another(landlordId: string, property: object): Promise<void> {
  const id = uniqueId('property')
  await db()
    .doc(`properties/${id}`)
    .set({ landlordId, ...property })
  await expect
    .poll(async () => (await db().doc(`portfolio/${id}`).get()).exists, { timeout: 60_000 })
    .toBe(true)
}

test('nobody has asked for the property: the link may be for others of its landlord that the channel manager has', async () => {
  const [olivia, { propertyId, landlordId }] = await Promise.all([staff(), storeProperty({ requests: [] })])
  await Promise.all([
    another(landlordId, { name: 'Old Mill', channelManagerId: uniqueId('managed') }),
    another(landlordId, { name: 'Bare Barn' }),
  ])
  const page = await windowOf(olivia, `/properties/${propertyId}/channels`)
  await page.getByRole('button', { name: 'Connect to Airbnb' }).press('Enter')
  await dialog(page).getByRole('checkbox', { name: 'Old Mill' }).waitFor()
  expect(await dialog(page).getByRole('checkbox').count()).toBe(1)
  await look(page, 'consent-ask')
})

const channelOf = ({ propertyId }: ConnectableProperty) => db().doc(`propertyChannels/${propertyId}_${ota}`)

test(
  'a host consents, their listings are mapped and put on, and the channel has its page',
  journey,
  async () => {
    const [olivia, { property, requestId, hostId }] = await Promise.all([staff(), asked()])
    const page = await windowOf(olivia, `/requests/${requestId}`)
    const answer = await consent(page, hostId)
    await look(page, 'consent-asked')
    expect(await page.getByRole('textbox', { name: 'Address of the link' }).inputValue()).toContain('http')
    await page.getByRole('button', { name: 'Copy the link' }).waitFor()
    await page.goto(`/requests/${requestId}`)
    await page.getByRole('link', { name: 'Consent at Airbnb: Waiting for the host' }).waitFor()
    expect(await page.getByRole('button', { name: 'Connect to Airbnb' }).count()).toBe(0)
    await answer()
    await page.waitForURL('**/connections/*')
    const first = page.getByRole('combobox', { name: 'Rate plan of Boat House' })
    await first.waitFor()
    await first.selectOption({ label: 'Harbour View · Family  Suite · standard rate, 4 guests' })
    const proposal = page
      .getByRole('combobox', { name: 'Rate plan of Double Room' })
      .locator('option:checked')
    expect(await proposal.innerText()).toContain('double room · Standard Rate, 2 guests')
    await look(page, 'consent-granted')
    await page.getByRole('button', { name: 'Map and activate' }).press('Enter')
    for (let tries = 0; tries < 5 && !(await channelOf(property).get()).exists; tries += 1) {
      await page.waitForTimeout(3_000)
      await sweep('workdue')
    }
    await page.getByText('The listings are sold at Airbnb.').waitFor()
    await look(page, 'consent-active')
    expect((await channelOf(property).get()).get('status')).toBe('active')
    await page.getByRole('link', { name: 'Airbnb of Harbour View' }).press('Enter')
    await page.getByRole('region', { name: 'Airbnb' }).getByText('Active', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'What can be booked' }).waitFor()
  },
)

test('a host who refuses is said so, and is asked again by a new link', async () => {
  const [olivia, { requestId, hostId }] = await Promise.all([staff(), asked({ behaviour: 'refuses' })])
  const page = await windowOf(olivia, `/requests/${requestId}`)
  const answer = await consent(page, hostId)
  await answer()
  await page.waitForURL('**/connections/*')
  await page.getByText('The consent was not given').waitFor()
  await look(page, 'consent-refused')
  await page.getByRole('button', { name: 'Make a new link' }).press('Enter')
  await page.getByRole('link', { name: 'Open at Airbnb' }).waitFor()
})

test('a host without an account is told what they did, and nothing of ours', async () => {
  const staffs = await windowOf(await staff())
  await staffs.goto('/connections/airbnb_1/answered?answer=link-used')
  await staffs.waitForURL('**/connections/airbnb_1?problem=link-used')
  const page = await staffs.context().browser()?.newPage()
  const at = (answer: string) => new URL(`/connections/airbnb_1/answered?answer=${answer}`, staffs.url()).href
  await page?.goto(at('agreed'))
  await page?.getByText('Airbnb says that you agreed. You can close this window.').waitFor()
  if (page) await look(page, 'consent-answered')
  await page?.goto(at('refused'))
  await page?.getByText('Not agreed').waitFor()
  await page?.goto(at('link-expired'))
  await page?.getByText('This link is over').waitFor()
  await page?.close()
})

test('a consent that does not exist is said so', async () => {
  const page = await windowOf(await staff(), '/connections/nowhere')
  await page.getByText('This consent does not exist.').waitFor()
  await look(page, 'consent-not-found')
})

/** As the page reads it. */
const mapped = { listingId: '1', propertyId: 'mill', ratePlanId: 'p1', state: 'mapped', reason: null }
const gone = { code: 'mapping-failed', detail: 'The listing is gone.', nextAction: 'Look at it there.' }
const listing = { title: 'Loft', type: 'apartment', occupancies: 2, city: 'Lisbon', countryCode: 'PT' }
const shown = {
  ...{ consentId: 'c1', ota, state: 'granted', askedBy: 'olivia', askedAt: new Date().toISOString() },
  ...{ expiresAt: null, reason: null, listingsProblem: null, isSold: false, price: null },
  properties: [{ propertyId: 'mill', name: 'Old Mill' }],
  listings: [{ ...listing, listingId: '1' }],
  ratePlans: [
    {
      ...{ ratePlanId: 'p1', propertyId: 'mill', name: 'Standard', roomName: 'Attic' },
      ...{ occupancy: 2, canBeMapped: true },
    },
  ],
  mappings: [{ ...mapped, state: 'failed', reason: gone }],
}
const read = /\/api\/consents\/c1(\?|$)/

test('what could not be mapped says why and is tried again; a consent that is lost is asked for again', async () => {
  const page = await windowOf(await staff())
  let now: object = shown
  const puts: unknown[] = []
  await page.route(read, route => route.fulfill({ json: now }))
  await page.route('**/api/consents/c1/mappings', route => {
    puts.push(route.request().postDataJSON())
    return route.fulfill({ json: now })
  })
  await page.goto('/connections/c1')
  await page.getByText('The listing is gone.').waitFor()
  await look(page, 'consent-mapping-failed')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect.poll(() => puts).toHaveLength(1)
  expect(puts).toEqual([{ mappings: [{ listingId: '1', propertyId: 'mill', ratePlanId: 'p1' }] }])
  await page.getByRole('combobox', { name: 'Rate plan of Loft' }).selectOption({ label: 'Not sold' })
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect.poll(() => puts).toHaveLength(2)
  expect(puts[1]).toEqual({ mappings: [] })
  now = {
    ...shown,
    ...{ state: 'active', listings: null, mappings: [] },
    listingsProblem: { code: 'ota-setup-incomplete', detail: 'It is over.', nextAction: 'Ask again.' },
  }
  await page.reload()
  await page.getByText('Airbnb does not know the consent any more: the host has to agree again').waitFor()
  await page.getByRole('button', { name: 'Make a new link' }).waitFor()
  await look(page, 'consent-lost')
  const channelGone = { code: 'channel-not-found', detail: 'It is gone.', nextAction: 'Ask again.' }
  now = { ...shown, listings: null, mappings: [], listingsProblem: channelGone }
  await page.reload()
  await page.getByText('The channel at Airbnb does not exist any more').waitFor()
  await page.getByRole('button', { name: 'Make a new link' }).waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

test('what a consent costs is shown, and sent with the payment', async () => {
  const page = await windowOf(await staff())
  const price = { plan: 'paid', amount: 4900, currency: 'EUR' }
  const sent: unknown[] = []
  const properties = [...shown.properties, { propertyId: 'barn', name: 'Bare Barn' }]
  const json = { ...shown, state: 'active', price, properties, mappings: [mapped] }
  await page.route(read, route => route.fulfill({ json }))
  await page.route('**/api/consents/c1/activate', route => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: { ...json, isSold: true } })
  })
  await page.goto('/connections/c1')
  await page.getByText('The landlord pays €49.00 for each property.').waitFor()
  await page.getByText('Payment IDs').click()
  await page.getByRole('textbox', { name: 'Payment ID of Old Mill' }).fill('pay_1')
  expect(await page.getByRole('textbox', { name: 'Payment ID of Bare Barn' }).count()).toBe(0)
  await look(page, 'consent-price')
  await page.getByRole('button', { name: 'Map and activate' }).press('Enter')
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent).toEqual([
    {
      payments: [{ propertyId: 'mill', paymentId: 'pay_1' }],
      price: { amount: 4900, currency: 'EUR' },
    },
  ])
})
