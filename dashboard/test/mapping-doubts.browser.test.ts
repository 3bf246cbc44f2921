import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { connected, linesThere } from '../../functions/test/support/review.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { channelPagePath, choose, dialog, isFocused, mappingPath, staff } from './support/connecting.ts'

withBrowser()

const kinds = ['Single Room', 'Double Room', 'Twin Room', 'Triple Room', 'Family Room', 'Apartment', 'Suite']
const views = ['Garden View', 'Sea View', 'Mountain View', 'City View']
const alike = kinds.flatMap(kind => views.map(view => `${kind} with ${view}`)).slice(0, 26)
/** Names at the OTA and ours. */
const unlike = [
  ['Double or Twin Room with Balcony', 'Double Room with Balcony'],
  ['Penthouse', 'Rooftop Loft'],
  ['Bungalow by the Pool', 'Bungalow'],
  ['Chalet with Two Bedrooms', 'Chalet'],
] as const
const thirtyRooms = [...alike.map(name => [name, name] as const), ...unlike]

const rates = [{ title: 'Standard Rate', maxPersons: 2, occupancies: [2] }]

/** A connected property with these names of rooms at the OTA and with us. */
const connectedRooms = (rooms: readonly (readonly [string, string])[]) =>
  connected({
    hotel: { pricingType: 'OBP', rooms: rooms.map(([title]) => ({ title, rates })) },
    rooms: rooms.map(([, name]) => ({ name, capacity: 2, rates: { 'Standard Rate': [2] } })),
  })

const inFocus = (page: Page, name: string) =>
  expect.poll(() => page.getByRole('button', { name }).evaluate(isFocused)).toBe(true)

test('thirty rooms with four doubts are final after seven keys from the channel, least likely first', async () => {
  const [olivia, property] = await Promise.all([staff(), connectedRooms(thirtyRooms)])
  const page = await windowOf(olivia, channelPagePath(property))
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const toMapping = page.getByRole('link', { name: 'Review the mapping' })
  await expect.poll(() => toMapping.evaluate(isFocused)).toBe(true)
  await press('Enter')
  await page.getByText('4 rooms to check').waitFor()
  for (const room of [
    'Leave it unmapped: Penthouse',
    'Correct: Double or Twin Room with Balcony is Double Room with Balcony',
    'Correct: Bungalow by the Pool is Bungalow',
    'Correct: Chalet with Two Bedrooms is Chalet',
  ]) {
    await inFocus(page, room)
    await press('Enter')
  }
  await page.getByText('Everything is checked').waitFor()
  await inFocus(page, 'Review and save')
  await press('Enter')
  await inFocus(page, 'Save and finalise')
  expect(await dialog(page).getByText('marked for review').count()).toBe(0)
  await press('Enter')
  await page.getByText('Mapping final', { exact: true }).waitFor()
  expect(keys).toBe(7)
  await expect.poll(() => page.getByRole('heading', { name: 'Reservations' }).evaluate(isFocused)).toBe(true)
  expect(await linesThere(property)).toHaveLength(29)
})

test('a doubt says how likely it is in words, and a check can be taken back', async () => {
  const [olivia, property] = await Promise.all([staff(), connectedRooms([unlike[0], ['Suite', 'Suite']])])
  const page = await windowOf(olivia, mappingPath(property))
  const doubt = page.locator('[data-room]').first()
  await doubt.getByText('the OTA says double or twin room, ours double room').waitFor()
  await doubt.getByText('Possible', { exact: true }).waitFor()
  await page.getByText(/^Almost certain \(9\d%\)$/).waitFor()
  const check = doubt.getByRole('button', { name: 'Correct' })
  const described = await check.getAttribute('aria-describedby')
  const description = await page.locator(`[id="${described}"]`).innerText()
  expect(description).toContain('Possible')
  expect(description).toContain('double or twin room')
  await check.click()
  await page.getByText('Everything is checked').waitFor()
  await doubt.getByText('Checked by you').waitFor()
  expect(await doubt.getByText('Possible', { exact: true }).count()).toBe(0)
  await check.click()
  await page.getByText('1 room to check').waitFor()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await dialog(page).getByText('1 room').waitFor()
})

test('a row that was reviewed says so, and no longer how likely it was', async () => {
  const [olivia, property] = await Promise.all([staff(), connectedRooms([unlike[1], ['Suite', 'Suite']])])
  const page = await windowOf(olivia, mappingPath(property))
  const room = page.locator('[data-room]').first()
  await room.getByText('No match found').first().waitFor()
  await choose(page, room.getByRole('combobox').first(), 'Rooftop Loft (2 guests)')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await dialog(page).getByRole('button', { name: 'Save and finalise' }).click()
  await page.getByText('Mapping final', { exact: true }).waitFor()
  await room
    .getByText(/^(Chosen$|Reviewed by Olivia, )/)
    .first()
    .waitFor()
  expect(await room.getByText(/^(Unlikely|Possible|Likely|No match found)$/).count()).toBe(0)
})

test('a doubt that was confirmed as it stood says that it is reviewed', async () => {
  const [olivia, property] = await Promise.all([staff(), connectedRooms([unlike[0]])])
  const page = await windowOf(olivia, mappingPath(property))
  const room = page.locator('[data-room]').first()
  await room.getByRole('button', { name: 'Correct' }).click()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await dialog(page).getByRole('button', { name: 'Save and finalise' }).click()
  await page.getByText('Mapping final', { exact: true }).waitFor()
  await room
    .getByText(/^Reviewed by Olivia, \d/)
    .first()
    .waitFor()
  expect(await room.getByText('Possible', { exact: true }).count()).toBe(0)
})

test('a room changed after its check must be checked again, by the keyboard alone', async () => {
  const [olivia, property] = await Promise.all([staff(), connectedRooms([unlike[0], ['Suite', 'Suite']])])
  const page = await windowOf(olivia, mappingPath(property))
  await inFocus(page, `Correct: ${unlike[0].join(' is ')}`)
  await page.keyboard.press('Enter')
  await page.getByText('Everything is checked').waitFor()
  const room = page.getByRole('combobox', { name: `Our room for ${unlike[0][0]}` })
  await room.focus()
  await room.press('ControlOrMeta+A')
  await page.keyboard.type('Not map')
  await page.getByRole('option', { name: 'Not map' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('1 room to check').waitFor()
  await page.keyboard.press('Tab')
  await inFocus(page, `Leave it unmapped: ${unlike[0][0]}`)
  await page.keyboard.press('Enter')
  await page.getByText('Everything is checked').waitFor()
})

test('a checked room stays checked when the page is opened again', async () => {
  const [olivia, property] = await Promise.all([staff(), connectedRooms(unlike)])
  const page = await windowOf(olivia, mappingPath(property))
  await inFocus(page, 'Leave it unmapped: Penthouse')
  await page.keyboard.press('Enter')
  await page.getByText('3 rooms to check').waitFor()
  await page.getByRole('link', { name: 'Booking.com' }).click()
  await page.getByRole('link', { name: 'Review the mapping' }).click()
  await page.getByText('3 rooms to check').waitFor()
  await inFocus(page, 'Correct: Double or Twin Room with Balcony is Double Room with Balcony')
})

test('a key that is held down checks one room, and no more', async () => {
  const [olivia, property] = await Promise.all([staff(), connectedRooms(unlike)])
  const page = await windowOf(olivia, mappingPath(property))
  await page.getByText('4 rooms to check').waitFor()
  await inFocus(page, 'Leave it unmapped: Penthouse')
  for (let times = 0; times < 6; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.getByText('3 rooms to check').waitFor()
  expect(await dialog(page).count()).toBe(0)
})

test('a search that hides the next doubt is ended', async () => {
  const [olivia, property] = await Promise.all([staff(), connectedRooms(thirtyRooms)])
  const page = await windowOf(olivia, mappingPath(property))
  await inFocus(page, 'Leave it unmapped: Penthouse')
  await page.getByLabel('Search the OTA’s rooms').fill('Penthouse')
  await page.getByRole('button', { name: 'Leave it unmapped: Penthouse' }).press('Enter')
  await inFocus(page, 'Correct: Double or Twin Room with Balcony is Double Room with Balcony')
  expect(await page.getByLabel('Search the OTA’s rooms').inputValue()).toBe('')
})
