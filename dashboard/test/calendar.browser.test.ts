import { expect, test } from 'vitest'
import { sandbox } from '../../functions/test/support/connection-builders.ts'
import { channelIdOf, connected } from '../../functions/test/support/review.ts'
import { db, sweep } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { channelPagePath, isFocused, staff } from './support/connecting.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'

withBrowser()

/** So many days from now. */
const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)

test('a calendar says what cannot be booked and why, and that it is closed on purpose', journey, async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const channelId = channelIdOf(property)
  const channel = db().doc(`propertyChannels/${channelId}`)
  await sandbox().seed({
    inventory: [
      {
        ...{ propertyId: property.channelManagerId, from: day(3), to: day(5) },
        values: { stop_sell: true },
      },
    ],
  })
  await channel.update({ lookAt: new Date() })
  await sweep('workdue')
  await expect.poll(async () => (await channel.get()).get('bookable.alarms'), { timeout: 30_000 }).toBe(2)
  const page = await windowOf(olivia, `${channelPagePath(property)}#calendar`)
  await page.getByText('2 spans of nights to look at').waitFor()
  const heading = page.getByRole('heading', { name: 'What can be booked' })
  await expect.poll(() => heading.evaluate(isFocused)).toBe(true)
  const toMend = page.getByRole('region', { name: 'Nights that can’t be booked, and lose money' })
  await toMend.getByText('stop-sell').first().waitFor()
  await look(page, 'calendar')
  const free = page.locator('td[data-state="bookable"]').first()
  expect(await free.innerText()).toMatch(/: can be booked\s+\d+\s*$/)
  const night = page.locator(`[data-night="${day(3)}"]`)
  for (let months = 0; months < 2 && (await night.count()) === 0; months += 1)
    await page.getByRole('button', { name: 'Later month' }).press('Enter')
  expect(await night.getAttribute('data-state')).toBe('stop-sell')
  expect(await night.getAttribute('title')).toMatch(/: stop-sell$/)

  await toMend.getByRole('button', { name: 'Closed on purpose' }).first().press('Enter')
  const onPurpose = page.getByRole('region', { name: 'Closed on purpose' })
  await onPurpose.getByRole('button', { name: 'Not closed any more' }).waitFor()
  expect((await channel.get()).get('closures')).toMatchObject([{ from: day(3), to: day(6), by: olivia.uid }])
  await onPurpose.getByRole('button', { name: 'Not closed any more' }).press('Enter')
  await onPurpose.waitFor({ state: 'detached' })
  expect((await channel.get()).get('closures')).toEqual([])
})

test('a calendar says night by night what only the OTA knows, what the property closes, and what its marks mean', async () => {
  const [olivia, property] = await Promise.all([staff(), connected()])
  const channel = db().doc(`propertyChannels/${channelIdOf(property)}`)
  const { properties } = await sandbox().state('channel-manager')
  const known = properties.find(({ id }: { id: string }) => id === property.channelManagerId)
  await sandbox().seed({
    properties: [{ ...known, settings: { cut_off_time: '00:00:00', cut_off_days: 9 } }],
    inventory: [
      { propertyId: property.channelManagerId, from: day(12), to: day(12), values: { stop_sell: true } },
    ],
  })
  await sandbox().control('POST', 'channel-manager/event', {
    ...{ hotelId: property.hotelId, result: 'error', reply: 'Room closed' },
    insertedAt: new Date(Date.now() + 60_000).toISOString(),
  })
  await channel.update({ lookAt: new Date() })
  await sweep('workdue')
  await expect
    .poll(async () => (await channel.get()).get('verdict.result'), { timeout: 30_000 })
    .toBe('failure')
  const page = await windowOf(olivia, `${channelPagePath(property)}#calendar`)
  await page.getByText(/^Next stay by this calendar, which the OTA may not have: /).waitFor()
  await page.getByText('The OTA has refused what it was sent last: what it sells is not known.').waitFor()
  await look(page, 'calendar-unsure')
  const toMend = page.getByRole('region', { name: 'Nights that can’t be booked, and lose money' })
  expect(await toMend.getByText('closed by the cut-off of the property').count()).toBe(2)
  expect(await toMend.getByText('stop-sell').count()).toBe(2)
  expect(await toMend.getByRole('button').count()).toBe(2)
  const stateOf = (later: number) => page.locator(`[data-night="${day(later)}"]`).getAttribute('data-state')
  const legend = page.getByRole('list', { name: 'What the marks of this month mean' })
  const cutOff = page.locator(`[data-night="${day(0)}"]`)
  expect(await cutOff.innerText()).toMatch(/: closed by the cut-off of the property/)
  expect(await legend.innerText()).toContain('closed by the cut-off of the property')
  const later = page.getByRole('button', { name: 'Later month' })
  const night = page.locator(`[data-night="${day(40)}"]`)
  for (let months = 0; months < 3 && (await night.count()) === 0; months += 1) await later.press('Enter')
  expect(await stateOf(40)).toBe('sync-failed')
  expect(await night.innerText()).toMatch(/: unknown: the OTA did not take what it was sent last/)
  expect(await legend.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('unknown: the OTA did not take what it was sent last'),
  ])
})
