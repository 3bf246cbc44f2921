import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { windowOf, withBrowser } from './support/browser.ts'
import { bubble, row } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { conversation, guestWrites, person } from './support/world.ts'

withBrowser()

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
const opensLater = (page: Page) => page.getByText('This page opens when you’re back online.')
const offline = async (page: Page) => {
  await page.context().setOffline(true)
  await page.getByText('You’re offline. You can read what is loaded').waitFor()
}

test('a page whose code is not loaded says that it opens online, and opens by itself', async () => {
  const olivia = await person('Olivia', 'operations')
  const talk = await conversation({ staff: [olivia] })
  await guestWrites(talk, 'Is there a lift?')
  const page = await windowOf(olivia)
  await row(page, talk.guestName).waitFor()
  await offline(page)
  await goTo(page, 'Requests')
  await opensLater(page).waitFor()
  expect(await page.getByText('This page stopped working.').count()).toBe(0)
  await page.context().setOffline(false)
  await page.getByRole('table').getByRole('link').first().waitFor()
  expect(await opensLater(page).count()).toBe(0)
})

test('loaded data stays offline: the list of threads, a thread, the requests', journey, async () => {
  const olivia = await person('Olivia', 'operations')
  const talk = await conversation({ staff: [olivia] })
  await guestWrites(talk, 'Is there a lift?')
  const page = await windowOf(olivia, '/requests')
  await page.getByRole('table').getByRole('link').first().waitFor()
  await goTo(page, 'Inbox')
  await row(page, talk.guestName).click()
  await bubble(page, 'Is there a lift?').waitFor()
  await offline(page)

  await goTo(page, 'Requests')
  await page.getByRole('table').getByRole('link').first().waitFor()
  await page.getByRole('table').getByRole('link').first().click()
  await opensLater(page).waitFor()
  await goTo(page, 'Inbox')
  await row(page, talk.guestName).waitFor()
  expect(await page.getByText('Can’t load').count()).toBe(0)
  await row(page, talk.guestName).click()
  await bubble(page, 'Is there a lift?').waitFor()

  await page.context().setOffline(false)
  await guestWrites(talk, 'Hello again')
  await bubble(page, 'Hello again').waitFor()
})

test('a view of the desk that was loaded is there again offline', async () => {
  const olivia = await person('Olivia', 'operations')
  const talk = await conversation({ staff: [olivia] })
  await guestWrites(talk, 'Is there a lift?')
  const page = await windowOf(olivia, '/inbox?view=unassigned')
  await page.getByTestId('threads').getByRole('link').first().waitFor()
  const first = await page.getByTestId('threads').getByRole('link').first().getAttribute('href')
  await offline(page)
  await goTo(page, 'Answers')
  await opensLater(page).waitFor()
  await page.goBack()
  await page.getByTestId('threads').getByRole('link').first().waitFor()
  expect(await page.getByTestId('threads').getByRole('link').first().getAttribute('href')).toBe(first)
})
