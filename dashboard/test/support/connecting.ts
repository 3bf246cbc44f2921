import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ConnectableProperty } from '../../../functions/test/support/connection-builders.ts'
import { channelIdOf } from '../../../functions/test/support/review.ts'
import { db } from '../../../functions/test/support/stack.ts'
import { person } from './world.ts'

export const staff = () => person('Olivia', 'operations')
export const dialog = (page: Page) => page.getByRole('dialog')
export const next = (page: Page) => dialog(page).getByRole('button', { name: 'Next' })
export const requestPath = ({ requestId }: ConnectableProperty) => `/requests/${requestId}`
export const channelPagePath = (property: ConnectableProperty) =>
  `/properties/${property.propertyId}/channels/${channelIdOf(property)}`
export const mappingPath = (property: ConnectableProperty) => `${channelPagePath(property)}/mapping`
/** For `evaluate`. */
export const isFocused = (element: Element): boolean => element === document.activeElement
export const statusOf = async ({ requestId }: ConnectableProperty) =>
  (await db().doc(`connectionRequests/${requestId}`).get()).get('status')

/** Waits until the list can find the request by its property: the event of the write was handled. */
export const listed = ({ requestId }: ConnectableProperty) =>
  expect.poll(async () => (await db().doc(`requestKeys/${requestId}`).get()).exists).toBe(true)

/** Walks through the eight steps of the guide, up to the form. */
export async function walk(page: Page, hotelId: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect to Booking.com' }).click()
  for (const title of ['What you need', 'Log in to the extranet']) {
    await dialog(page).getByRole('heading', { name: title }).waitFor()
    await next(page).click()
  }
  await dialog(page).getByLabel('Property ID').fill('12')
  await dialog(page).getByText('4 to 10 digits').waitFor()
  expect(await next(page).isDisabled()).toBe(true)
  await dialog(page).getByLabel('Property ID').fill(hotelId)
  await dialog(page).getByLabel('Property ID').press('Enter')
  await dialog(page).getByRole('heading', { name: 'Open Account, Connectivity Provider' }).waitFor()
  await next(page).click()
  const name = dialog(page).getByLabel('Type the name you searched for')
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

export const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Connect property' })
export const runTest = (page: Page) =>
  dialog(page).getByRole('button', { name: 'Test the connection' }).click()

/** Chooses an option of a field by its full text. */
export async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
