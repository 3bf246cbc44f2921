import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectConnected } from '../../functions/test/support/connection-state.ts'
import { db } from '../../functions/test/support/stack.ts'
import { storeTwins, twinHotel, twinRooms } from '../../functions/test/support/twins.ts'
import { violations } from './support/axe.ts'
import { shoot, windowOf, withBrowser } from './support/browser.ts'
import {
  channelPagePath,
  choose,
  dialog,
  requestPath,
  runTest,
  staff,
  statusOf,
  submit,
  walk,
} from './support/connecting.ts'
import { journey } from './support/journey.ts'

withBrowser()

/** Checks that the form fits the dialog, narrow or wide, and is accessible. */
async function fits(page: Page, name: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const form = dialog(page).getByRole('group', { name: 'Which room is which' })
    await form.scrollIntoViewIfNeeded()
    if (process.env.LOOK === 'all') await shoot(page, `${name}-${width}`)
    expect(
      await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0)
    expect(await violations(page), `${name} at ${width}`).toEqual([])
  }
}

test('a hotel of two rooms with one name is connected by choosing which is which', journey, async () => {
  const [olivia, property] = await Promise.all([staff(), storeTwins()])
  const { crossed, hotelId, roomIds } = property
  const page = await windowOf(olivia, requestPath(property))
  await walk(page, hotelId)
  await runTest(page)
  const form = dialog(page).getByRole('group', { name: 'Which room is which' })
  await form.waitFor()
  await dialog(page).getByText('cannot be told apart').waitFor()
  expect(await submit(page).isDisabled()).toBe(true)
  const fields = crossed.rooms.map(({ otaRoomId }) =>
    form.getByRole('combobox', { name: `Studio Apartment, Booking.com room ${otaRoomId}` }),
  )
  const [first, second] = fields
  if (!first || !second) throw new Error('no field')
  const optionOf = (id: string | null | undefined) => `Studio Apartment (2 guests), ${id}`
  await fits(page, 'connect-choosing')
  await choose(page, first, optionOf(crossed.rooms[0]?.roomId))
  expect(await submit(page).isDisabled()).toBe(false)
  // Enter in a field without a choice does not connect half of the choice.
  await second.fill('Stud')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await form.isVisible()).toBe(true)
  await second.click()
  await page.getByRole('option').first().waitFor()
  expect(
    await page.getByRole('option', { name: optionOf(crossed.rooms[0]?.roomId), exact: true }).count(),
  ).toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => second.inputValue()).toBe(optionOf(crossed.rooms[1]?.roomId))
  await fits(page, 'connect-chosen')
  await submit(page).click()
  await page.waitForURL(`**${channelPagePath(property)}`)
  expect(await statusOf(property)).toBe('completed')
  const { channel } = await expectConnected(property)
  expect(channel.mapping.rooms).toMatchObject(crossed.rooms)
  expect(new Set(channel.mapping.rooms.map(({ roomId }: { roomId: string }) => roomId))).toEqual(
    new Set(roomIds),
  )
})

test('with other rooms mapped the choice is optional, and connecting is one press either way', async () => {
  const double = { name: 'Double Room', capacity: 2, rates: { 'Standard Rate': [1, 2] } }
  const rate = { title: 'Standard Rate', maxPersons: 2, occupancies: [1, 2] }
  const hotel = { ...twinHotel, rooms: [...(twinHotel.rooms ?? []), { title: 'Double Room', rates: [rate] }] }
  const [olivia, property] = await Promise.all([
    staff(),
    storeTwins({ hotel, rooms: [...twinRooms, double] }),
  ])
  const page = await windowOf(olivia, requestPath(property))
  await walk(page, property.hotelId)
  await runTest(page)
  await dialog(page).getByText('The test passed').waitFor()
  const form = dialog(page).getByRole('group', { name: 'Which room is which' })
  await form.getByText('or leave them open and choose in the review').waitFor()
  expect(await submit(page).isDisabled()).toBe(false)
  await fits(page, 'connect-choosing-optional')
  const [first] = property.otaRooms
  const field = form.getByRole('combobox', { name: `Studio Apartment, Booking.com room ${first?.id}` })
  await field.click()
  const option = page.getByRole('option', { name: 'Studio' }).first()
  const roomId = (await option.innerText()).split(', ').at(-1)
  await option.click()
  await submit(page).click()
  await page.waitForURL(`**${channelPagePath(property)}`)
  const { channel } = await expectConnected(property)
  const row = channel.mapping.rooms.find(({ otaRoomId }: { otaRoomId: number }) => otaRoomId === first?.id)
  expect(row).toMatchObject({ roomId, reasons: ['chosen by a person'], needsReview: false })
})

test('another property ID asks for another choice', async () => {
  const [olivia, property, other] = await Promise.all([staff(), storeTwins(), storeTwins()])
  const page = await windowOf(olivia, requestPath(property))
  await walk(page, property.hotelId)
  await runTest(page)
  const form = dialog(page).getByRole('group', { name: 'Which room is which' })
  const field = form.getByRole('combobox').first()
  await choose(page, field, `Studio Apartment (2 guests), ${property.roomIds[0]}`)
  expect(await submit(page).isDisabled()).toBe(false)
  const id = dialog(page).getByLabel('Property ID')
  await id.fill(`${property.hotelId}1`)
  await id.fill(property.hotelId)
  await form.waitFor()
  expect(await submit(page).isDisabled()).toBe(true)
  await id.fill(other.hotelId)
  await form.waitFor({ state: 'detached' })
  expect(await submit(page).isDisabled()).toBe(true)
  await runTest(page)
  await form.getByText(String(other.otaRooms[0]?.id)).waitFor()
  expect(await submit(page).isDisabled()).toBe(true)
})

test('a choice stays after the payment was refused', async () => {
  const [olivia, property] = await Promise.all([staff(), storeTwins({ plan: 'paid' })])
  const paymentId = `pay-${property.propertyId}`
  const other = { landlordId: 'l', propertyId: 'other', ota: 'booking', paymentId, status: 'active' }
  await db().collection('subscriptions').add(other)
  const page = await windowOf(olivia, requestPath(property))
  await walk(page, property.hotelId)
  await runTest(page)
  const form = dialog(page).getByRole('group', { name: 'Which room is which' })
  const field = form.getByRole('combobox').first()
  const option = `Studio Apartment (2 guests), ${property.roomIds[0]}`
  await choose(page, field, option)
  const payment = dialog(page).getByLabel('Payment ID')
  await payment.fill(paymentId)
  await submit(page).click()
  await dialog(page).getByRole('button', { name: 'Change the entries' }).click()
  expect(await field.inputValue()).toBe(option)
  await payment.fill('')
  await submit(page).click()
  await page.waitForURL(`**${channelPagePath(property)}`)
  expect(await statusOf(property)).toBe('completed')
})
