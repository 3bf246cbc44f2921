import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { textBox, way } from './support/inbox.ts'
import { look } from './support/look.ts'
import { conversation, person } from './support/world.ts'

withBrowser()

const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Page, guest, property or command' })

const running = (page: Page) => async (words: string) => {
  await page.keyboard.press('Control+k')
  await boxOf(page).fill(words)
  await page.keyboard.press('Enter')
  await boxOf(page).waitFor({ state: 'hidden' })
}

test('Escape closes the palette and returns the focus, and its commands do what the account menu does', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'Platform').click()
  const box = boxOf(page)
  await textBox(page).focus()
  await page.keyboard.press('Meta+k')
  await box.waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'hidden' })
  await expect.poll(() => textBox(page).evaluate(one => one === document.activeElement)).toBe(true)

  const run = running(page)
  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  await run('dark')
  await expect.poll(scheme).toBe('dark')
  await run('colours device')
  await expect.poll(scheme).toBe('light')

  await page.route('**/chat/threads/*/messages', route =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await textBox(page).fill('Not sent yet')
  await textBox(page).press('Control+Enter')
  await page.getByText('1 message is waiting to be sent:').waitFor()
  await run('sign out')
  await page.getByRole('dialog', { name: '1 message has not been sent' }).waitFor()
})

test('a channel is found by its property, and leads to its settings', async () => {
  const olivia = await person('Olivia', 'operations')
  const [propertyId, name] = [`house-${olivia.uid}`, `Reed House ${olivia.uid}`]
  await db().doc(`properties/${propertyId}`).set({ name, landlordId: 'nobody' })
  await db()
    .doc(`propertyChannels/${propertyId}_booking`)
    .set({
      propertyId,
      ota: 'booking',
      status: 'active',
      hotelId: '1234567',
      channelManagerChannelId: 'c',
      mapping: { rooms: [], ratePlans: [] },
      version: 1,
    })
  const page = await windowOf(olivia, '/items')
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  await page.keyboard.press('Control+k')
  await boxOf(page).fill(name)
  await page.getByRole('option', { name: `${name} · Booking.com` }).waitFor()
  await look(page, 'palette-channels')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/properties/${propertyId}/channels/${propertyId}_booking`)
})

test('the sheet has the keys of a second answer, and omits letters that are off', async () => {
  const page = await windowOf(await person('Ann'), '/items')
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const second = keys.getByRole('table', { name: 'When somebody has answered before you' })
  await second.waitFor()
  expect(await second.locator('kbd').allTextContents()).toEqual(['Y', 'K', 'X'])
  await look(page, 'keys-sheet')
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  const run = running(page)
  await run('letter')
  await run('shortcuts')
  await keys.getByText('Letter keys are off on this device.').waitFor()
  expect(await second.locator('kbd').count()).toBe(0)
})
