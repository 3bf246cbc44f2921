import { expect, test } from 'vitest'
import { reseedHotel, vendor } from '../../functions/test/support/connection-builders.ts'
import { channelIdOf, connected } from '../../functions/test/support/review.ts'
import { db, sweep } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { channelPagePath, isFocused, requestPath, staff } from './support/connecting.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { person } from './support/world.ts'

withBrowser()

/** A channel after a look at it, with open items. */
async function eventful() {
  const property = await connected()
  const { propertyId } = property
  const channelId = channelIdOf(property)
  const channel = db().doc(`propertyChannels/${channelId}`)
  await reseedHotel(property.hotelId, { inventory: { stopSell: true } })
  await channel.update({ lookAt: new Date() })
  await sweep('workdue')
  const notBookable = db().doc(`items/not-bookable_${channelId}`)
  await expect.poll(async () => (await notBookable.get()).get('status'), { timeout: 30_000 }).toBe('open')
  const item = (id: string, fields: object) =>
    db()
      .doc(`items/${id}`)
      .set({ status: 'open', propertyId, createdAt: new Date(Date.now() - 3_600_000), ...fields })
  await Promise.all([
    item(`ota-sync-failed_${channelId}`, {
      kind: 'ota-sync-failed',
      channelId,
      ota: 'booking',
      detail: 'The OTA refused a rate.',
      nextAction: 'Open the mapping, and take the rate out of it.',
    }),
    item(`channel-removal_${propertyId}_elsewhere`, {
      kind: 'channel-removal',
      channelId: `${propertyId}_elsewhere`,
      ota: 'elsewhere',
      detail: 'Of another channel.',
    }),
    item(`property-removal_${propertyId}`, {
      kind: 'property-removal',
      detail: 'Of the property as a whole.',
    }),
  ])
  return property
}

test('a channel has its own page with all facts about it, and every link leads there', journey, async () => {
  const [olivia, property] = await Promise.all([staff(), eventful()])
  const page = await windowOf(olivia, `/properties/${property.propertyId}/channels`)
  const line = page.getByRole('listitem').filter({ hasText: 'Booking.com' })
  await line.getByText('3 to do').waitFor()
  await look(page, 'channel-lines')
  await line.getByRole('link', { name: 'Booking.com' }).press('Enter')
  await page.waitForURL(`**${channelPagePath(property)}`)
  await expect.poll(() => page.title()).toBe('Booking.com · Harbour View · Gatehouse')
  const toMapping = page.getByRole('link', { name: 'Review the mapping' })
  await expect.poll(() => toMapping.evaluate(isFocused)).toBe(true)
  const card = page.getByRole('region', { name: 'Booking.com' })
  for (const says of [property.hotelId, 'Active', 'Mapping to review', 'Switched off'])
    await card.getByText(says, { exact: true }).waitFor()
  const toDo = page.getByRole('region', { name: 'To do' })
  await toDo.getByText('Open the mapping, and take the rate out of it.').waitFor()
  expect(await toDo.getByText('Of another channel.').count()).toBe(0)
  expect(await toDo.getByRole('link', { name: 'Booking.com of Harbour View' }).count()).toBe(0)
  await toDo.getByText('Nothing can be booked', { exact: true }).waitFor()
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Completed', { exact: true }).first().waitFor()
  await page.setViewportSize({ width: 1920, height: 1080 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await look(page, 'channel')

  const refused = toDo.getByRole('listitem').filter({ hasText: 'The OTA refused a rate.' })
  await refused.getByRole('button', { name: 'Mark as resolved' }).press('Enter')
  await refused.waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Mark as resolved')
  await page.reload()
  await history.getByRole('link', { name: /^Requested/ }).press('Enter')
  await page.waitForURL(`**${requestPath(property)}`)
  await page.getByRole('link', { name: 'Open the channel' }).press('Enter')
  await page.waitForURL(`**${channelPagePath(property)}`)
})

test('a channel that is switched off at the channel manager shows as inactive, as in the portfolio', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const channel = db().doc(`propertyChannels/${channelIdOf(property)}`)
  await vendor('POST', `/channels/${(await channel.get()).get('channelManagerChannelId')}/deactivate`)
  await channel.update({ lookAt: new Date() })
  await sweep('workdue')
  const page = await windowOf(olivia, channelPagePath(property))
  await page.getByRole('region', { name: 'Booking.com' }).getByText('Inactive', { exact: true }).waitFor()
})

test('a part of a channel that cannot be read says so; the other parts stay, also offline', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia)
  await page.route('**/api/items?*', route => route.abort())
  await page.goto(channelPagePath(property))
  await page.getByRole('alert').getByText('Can’t load the list.').waitFor()
  await page.getByRole('button', { name: 'Disconnect' }).waitFor()
  await look(page, 'channel-part-failed')
  await page.unroute('**/api/items?*')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByText('Nothing to do.').waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Channels' }).press('Enter')
  await page.getByText('This page opens when you’re back online.').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Disconnect' }).waitFor()
  await page.getByText('Nothing to do.').waitFor()
  await page.context().setOffline(false)

  await page.goto(`/properties/${property.propertyId}/channels/none`)
  await page.getByText('Channel not found.').waitFor()
  await look(page, 'channel-not-found')
  await page.getByRole('link', { name: 'Open the channels' }).press('Enter')
  await page.getByRole('link', { name: 'Booking.com' }).waitFor()
})

test('support staff are refused a channel, and a landlord has no such page', async () => {
  const [sam, landlord, property] = await Promise.all([
    person('Sam'),
    person('Lars', 'landlord'),
    connected(),
  ])
  const page = await windowOf(sam, channelPagePath(property))
  await page.getByRole('alert').getByText('Can’t load the channels.').waitFor()
  const other = await windowOf(landlord, channelPagePath(property))
  await other.getByText('Page not found.').waitFor()
})
