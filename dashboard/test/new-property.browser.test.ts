import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  obpHotel,
  reseedHotel,
  sandbox,
  seedHotel,
  storeProperty,
} from '../../functions/test/support/connection-builders.ts'
import { expectConnected } from '../../functions/test/support/connection-state.ts'
import { db, sweep, uniqueId } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { staff } from './support/connecting.ts'
import { eventually } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'

withBrowser()

const room = (title: string) => ({
  id: randomUUID(),
  title,
  capacity: 2,
  ratePlans: [{ id: randomUUID(), title: 'Standard Rate', occupancy: 2 }],
})

async function atChannelManager() {
  const property = { id: randomUUID(), title: uniqueId('Mill'), groupId: randomUUID(), currency: 'EUR' }
  const roomTypes = [room('Double Room')]
  await sandbox().seed({ properties: [{ ...property, roomTypes }] })
  const landlordId = uniqueId('landlord')
  const name = uniqueId('Lena')
  await db()
    .doc(`accounts/${landlordId}`)
    .set({
      name,
      email: `${landlordId}@example.com`,
      connectionService: { plan: 'free', amount: 0, currency: 'EUR' },
    })
  return { property, roomTypes, name, landlordId }
}

/** Presses until the text is there: other files use up the calls that the channel manager allows in a minute. */
const shown = (page: Page, text: string, press: Locator) =>
  expect
    .poll(
      async () => {
        const there = page.getByText(text)
        if (await there.isVisible()) return true
        const mayPress = (await press.isVisible()) && (await press.isEnabled())
        if (mayPress) await press.click().catch(() => {})
        return there.isVisible()
      },
      { timeout: 120_000, interval: 500 },
    )
    .toBe(true)

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

test(
  'a property is imported from the channel manager, its connection requested, and its later changes imported',
  journey,
  async () => {
    const { property, roomTypes, name, landlordId } = await atChannelManager()
    const page = await windowOf(await staff(), '/requests')
    await page.getByRole('link', { name: 'Add a property' }).click()
    const managed = page.getByRole('combobox', { name: 'Property at the channel manager' })
    await managed.fill(property.title.slice(0, -2))
    await page.getByRole('option', { name: property.title }).click()
    await shown(page, 'Double Room, 2 guests: Standard Rate for 2 guests', tryAgain(page))
    const take = page.getByRole('button', { name: 'Import the property' })
    expect(await take.isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Landlord' }).fill(name.slice(0, -2))
    await page.getByRole('option', { name }).click()
    await look(page, 'new-property')
    await shown(page, 'The property is imported.', take)
    await page.getByText('Nothing has changed at the channel manager.').waitFor()
    const stored = (await db().doc(`properties/${property.id}`).get()).data()
    expect(stored).toMatchObject({ name: property.title, landlordId })

    await sandbox().seed({
      properties: [{ ...property, title: `${property.title} II`, roomTypes: [...roomTypes, room('Loft')] }],
    })
    await page.reload()
    await managed.fill(property.id)
    await page.getByRole('option', { name: `${property.title} II (imported)` }).click()
    await shown(page, 'New: Loft, 2 guests', tryAgain(page))
    await look(page, 'new-property-changes')
    const takeChanges = page.getByRole('button', { name: 'Import the changes' })
    await shown(page, 'Nothing has changed at the channel manager.', takeChanges)

    await page.getByRole('button', { name: 'Request Booking.com' }).click()
    await page.getByRole('heading', { name: `${property.title} II`, level: 1 }).waitFor()
    await page.getByText('Pending', { exact: true }).waitFor()

    const request = db().doc(`connectionRequests/asked_${property.id}_booking`)
    await page.getByRole('button', { name: 'Withdraw the request' }).click()
    await look(page, 'request-withdraw')
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByText('The request is withdrawn.').waitFor()
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
    expect((await request.get()).exists).toBe(false)
  },
)

const notAccepted = () => ({
  code: 'ota-setup-incomplete',
  detail: 'The set-up at Booking.com is not finished.',
  nextAction: 'Wait for the acceptance, then try again.',
  at: new Date(),
})

test('a request that lacks only acceptance is left to us, and stopped by one press', async () => {
  const { property, landlordId } = await atChannelManager()
  const hotelId = await seedHotel({ ...obpHotel, behaviour: 'agreement-pending' })
  await db().doc(`properties/${property.id}`).set({
    name: property.title,
    landlordId,
    channelManagerId: property.id,
  })
  const requestId = uniqueId('request')
  const [roomId, planId] = [randomUUID(), randomUUID()]
  const home = db().doc(`properties/${property.id}`)
  await Promise.all([
    home.collection('rooms').doc(roomId).set({ name: 'Double Room', channelManagerRoomTypeId: roomId }),
    home.collection('ratePlans').doc(planId).set({
      name: 'Standard Rate',
      roomId,
      occupancy: 2,
      channelManagerRatePlanId: planId,
    }),
    db().doc(`connectionRequests/${requestId}`).set({
      propertyId: property.id,
      ota: 'booking',
      status: 'rejected',
      rejection: notAccepted(),
      hotelId,
      createdAt: new Date(),
    }),
  ])
  const page = await windowOf(await staff(), `/requests/${requestId}`)
  await page.getByRole('button', { name: 'Leave it to us' }).click()
  await page.getByText('We keep trying until').waitFor()
  await look(page, 'request-left-to-us')
  const waits = async () =>
    (await db().doc(`connectionRequests/${requestId}`).get()).get('waitingFor') !== undefined
  expect(await waits()).toBe(true)
  await page.getByRole('button', { name: 'Stop trying' }).click()
  await page.getByRole('button', { name: 'Leave it to us' }).waitFor()
  await expect.poll(waits, eventually).toBe(false)
})

test('a request left to us with a payment ID is charged after acceptance, at the price shown', async () => {
  const property = await storeProperty({
    plan: 'paid',
    hotel: { ...obpHotel, behaviour: 'agreement-pending' },
  })
  const { requestId, hotelId } = property
  const request = db().doc(`connectionRequests/${requestId}`)
  await request.update({ status: 'rejected', rejection: notAccepted(), hotelId })
  const page = await windowOf(await staff(), `/requests/${requestId}`)
  await page.getByText('The landlord pays €49.00').waitFor()
  const paymentId = uniqueId('pay')
  await page.getByRole('textbox', { name: 'Payment ID' }).fill(paymentId)
  await look(page, 'request-to-leave-paid')
  await page.getByRole('button', { name: 'Leave it to us' }).click()
  await page.getByText('We keep trying until').waitFor()
  await reseedHotel(hotelId, { behaviour: 'ok' })
  for (let tries = 0; tries < 5 && (await request.get()).get('status') !== 'completed'; tries += 1) {
    await db().doc(`connectionAttempts/${property.propertyId}_booking`).update({ dueAt: new Date() })
    await sweep('workdue')
    await page.waitForTimeout(3_000)
  }
  await page.getByText('Completed', { exact: true }).first().waitFor()
  const { subscriptions, invoices } = await expectConnected(property)
  expect(subscriptions).toMatchObject([{ paymentId, status: 'active' }])
  expect(invoices).toMatchObject([{ amount: 4900, currency: 'EUR' }])
})
