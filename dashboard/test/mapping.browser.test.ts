import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  obpRooms,
  reseedHotel,
  standardHotel,
  standardRooms,
} from '../../functions/test/support/connection-builders.ts'
import {
  connected,
  linesThere,
  putMapping,
  readMapping,
  sendable,
} from '../../functions/test/support/review.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { choose, dialog, mappingPath, staff } from './support/connecting.ts'
import { journey } from './support/journey.ts'

withBrowser()

const planSelect = (page: Page, rate: string) =>
  page.getByRole('combobox', { name: `Our rate plan for ${rate}` })

test('a mapping is changed, shown before it is written, and written', journey, async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, mappingPath(property))
  const single = planSelect(page, 'Standard Rate, 1 guest, in Double Room')
  await choose(page, single, 'Not mapped')
  await page.getByText('1 change').waitFor()
  await page.getByText('2 of 2 mapped').first().waitFor()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await dialog(page).getByText('1 line removed').waitFor()
  await dialog(page).getByText('4 lines unchanged.').waitFor()
  expect(await linesThere(property)).toHaveLength(5)
  await dialog(page).getByRole('button', { name: 'Save and finalise' }).click()
  await page.getByText('Mapping final', { exact: true }).waitFor()
  expect(await linesThere(property)).toHaveLength(4)
})

test('a rate plan is selected where it is sold; one of another room is not offered', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, mappingPath(property), { viewport: { width: 1440, height: 900 } })
  const single = planSelect(page, 'Standard Rate, 1 guest, in Double Room')
  await choose(page, single, 'Not mapped')
  const things = page.getByRole('complementary', { name: 'Our rooms and rate plans' })
  await things.getByText('Promotions (2 guests)').waitFor()
  const singlePlan = things.getByRole('listitem').filter({ hasText: 'Standard Rate (1 guest)' })
  await singlePlan.getByText('not mapped').waitFor()
  await single.click()
  const option = page.getByRole('option', { name: 'Standard Rate (1 guest)', exact: true })
  await option.waitFor()
  expect(await page.getByRole('option', { name: 'Promotions' }).count()).toBe(0)
  await option.click()
  await expect.poll(() => single.inputValue()).toBe('Standard Rate (1 guest)')
  await page.getByText('No changes').waitFor()
})

test('a room that is mapped anew brings its rates, by the keyboard alone', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, mappingPath(property))
  const room = page.getByRole('combobox', { name: 'Our room for Double Room' })
  for (const [typed, mapped] of [
    ['Not map', '1 of 2 mapped'],
    ['Double', '2 of 2 mapped'],
  ] as const) {
    await room.focus()
    await room.press('ControlOrMeta+A')
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: typed }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText(mapped).first().waitFor()
  }
  await page.getByText('No changes').waitFor()
})

test('a mapping that somebody else changed meanwhile is taken over, with the user’s own change on it', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, mappingPath(property))
  await choose(page, planSelect(page, 'Standard Rate, 1 guest, in Double Room'), 'Not mapped')
  const body = sendable(await readMapping(property))
  const row = body.ratePlans.find(({ occupancy }: { occupancy: number }) => occupancy === 3)
  row.ratePlanId = null
  expect((await putMapping(property, body)).status).toBe(200)
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByText('Somebody else changed the mapping').waitFor()
  await page.getByRole('button', { name: 'Load the newest and keep my change' }).click()
  expect(await planSelect(page, 'Standard Rate, 3 guests, in Family Suite').inputValue()).toBe('Not mapped')
  expect(await planSelect(page, 'Standard Rate, 1 guest, in Double Room').inputValue()).toBe('Not mapped')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await dialog(page).getByText('1 line removed').waitFor()
  await dialog(page).getByRole('button', { name: 'Save and finalise' }).click()
  await page.getByText('Mapping final', { exact: true }).waitFor()
  expect(await linesThere(property)).toHaveLength(3)
})

test('rooms to review come first, and changes of the OTA are announced', async () => {
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

test('unsaved changes are there again after the page was left, until they are undone', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const page = await windowOf(olivia, mappingPath(property))
  const single = planSelect(page, 'Standard Rate, 1 guest, in Double Room')
  await choose(page, single, 'Not mapped')
  await page.getByText('1 change').waitFor()
  await page.getByRole('link', { name: 'Booking.com' }).click()
  await page.getByRole('button', { name: 'Load Future Reservations' }).waitFor()
  const body = sendable(await readMapping(property))
  const row = body.ratePlans.find(({ occupancy }: { occupancy: number }) => occupancy === 3)
  row.ratePlanId = null
  expect((await putMapping(property, body)).status).toBe(200)
  await page.goto(mappingPath(property))
  await page.getByText('Unsaved changes restored').waitFor()
  await page.getByText('The mapping has changed since').waitFor()
  expect(await single.inputValue()).toBe('Not mapped')
  await page.getByRole('button', { name: 'Undo all' }).click()
  await page.reload()
  await page.getByText('No changes').waitFor()
  expect(await page.getByText('Unsaved changes restored').count()).toBe(0)
})

test('an unmapped room of ours shows in a narrow window, too', async () => {
  const rooms = [...standardRooms, { name: 'Attic', capacity: 2, rates: {} }]
  const [olivia, property] = await Promise.all([staff(), connected({ hotel: standardHotel, rooms })])
  const page = await windowOf(olivia, mappingPath(property), { viewport: { width: 360, height: 740 } })
  await page.getByText('1 room not mapped').click()
  await page.getByText('Attic', { exact: true }).waitFor()
})

test('a rate lacks a plan, no longer a room, once somebody has chosen its room', async () => {
  const rates = [{ title: 'Standard Rate', maxPersons: 2, occupancies: [2] }]
  const [olivia, property] = await Promise.all([
    staff(),
    connected({
      hotel: { pricingType: 'OBP', rooms: ['Double Room', 'Penthouse'].map(title => ({ title, rates })) },
      rooms: [
        { name: 'Double Room', capacity: 2, rates: { 'Standard Rate': [2] } },
        { name: 'Rooftop Loft', capacity: 2, rates: { 'Fully flexible': [2] } },
      ],
    }),
  ])
  const page = await windowOf(olivia, mappingPath(property))
  const rate = page
    .locator('[data-rate]')
    .filter({ has: planSelect(page, 'Standard Rate, 2 guests, in Penthouse') })
  await rate.getByText('the room is not mapped').waitFor()
  await choose(
    page,
    page.getByRole('combobox', { name: 'Our room for Penthouse' }),
    'Rooftop Loft (2 guests)',
  )
  await rate.getByText('no rate plan of the room is chosen').waitFor()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await dialog(page).getByRole('button', { name: 'Save without finalising' }).click()
  await page.getByText('Mapping saved.').waitFor()
  await rate.getByText('no rate plan of the room is chosen').waitFor()
  expect(await page.getByText('the room is not mapped').count()).toBe(0)
})
