import { expect, test } from 'vitest'
import { post } from '../../functions/test/support/chat.ts'
import { signIn as newUser } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { eventually, textBox } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { conversation, person } from './support/world.ts'

withBrowser()

test('pages, guests, commands and the sheet of keys are each at a key', journey, async () => {
  const [olivia, sam] = [await person('Olivia', 'operations'), await newUser({ role: 'support' })]
  const name = `Zuzanna ${olivia.uid.slice(-6)}`
  const talk = await conversation({ staff: [olivia], name })
  await post(talk.threadId, sam, { body: 'Hello' })
  const page = await windowOf(olivia, '/ledger')
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  const box = page.getByRole('combobox', { name: 'Page, guest, property or command' })
  const marked = () => page.getByRole('option', { selected: true })
  await page.keyboard.press('Control+k')
  await box.waitFor()
  await expect.poll(() => box.evaluate(one => one === document.activeElement)).toBe(true)
  await look(page, 'palette')
  await page.keyboard.type('to do')
  await marked().getByText('To do', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/items')
  await page.getByRole('heading', { name: 'To do', exact: true }).waitFor()
  await box.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await expect
    .poll(async () => {
      await box.fill('')
      await box.fill(name)
      await page.waitForTimeout(700)
      return page.getByRole('option', { name: new RegExp(name) }).count()
    }, eventually)
    .toBeGreaterThan(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await marked().getByText(name).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.pathname.endsWith(talk.threadId))
  await textBox(page).waitFor()
  await page.getByRole('button', { name: 'Snooze' }).waitFor()
  await textBox(page).focus()
  await page.keyboard.type('?')
  expect(await textBox(page).inputValue()).toBe('?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.waitFor()
  await look(page, 'keys')
  // The sheet lists every key of the page.
  const shortcuts = await page
    .locator('[aria-keyshortcuts]')
    .evaluateAll(all => all.map(one => one.getAttribute('aria-keyshortcuts')?.toUpperCase() ?? ''))
  const listed = await keys.locator('kbd').allTextContents()
  expect(shortcuts.filter(key => /^[A-Z]$/.test(key) && !listed.includes(key))).toEqual([])
  expect(shortcuts.length).toBeGreaterThan(4)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await box.fill('letter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('?')
  await page.waitForTimeout(300)
  expect(await keys.count()).toBe(0)
})

test('keys typed before the palette has loaded go to it, and Enter opens what was typed', async () => {
  const [sam, other] = [await person('Sam'), await newUser({ role: 'support' })]
  const mark = sam.uid.slice(-6)
  const talks = [
    await conversation({ staff: [sam], name: `Wanda ${mark}` }),
    await conversation({ staff: [sam], name: `Wanda ${mark} Ostrow` }),
  ] as const
  for (const { threadId } of talks) await post(threadId, other, { body: `Hello ${mark}` })
  const page = await windowOf(sam, '/ledger')
  const gate = Promise.withResolvers<void>()
  await page.route(/palette-[^/]*\.js/, async route => {
    await gate.promise
    await route.continue()
  })
  await page.goto(`/inbox/${talks[0].threadId}`)
  await page.getByText('No owner').waitFor()
  await page.getByRole('heading', { name: `Wanda ${mark}`, exact: true }).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('t')
  gate.resolve()
  const box = page.getByRole('combobox', { name: 'Page, guest, property or command' })
  await box.waitFor()
  const option = page.getByRole('option').filter({ hasText: `Wanda ${mark} Ostrow` })
  await expect
    .poll(async () => {
      await box.fill('')
      await box.fill(`Wanda ${mark} Ostrow`)
      await page.waitForTimeout(700)
      return option.count()
    }, eventually)
    .toBe(1)
  await box.fill(`Wanda ${mark}`)
  await page.getByRole('option').nth(1).waitFor()
  const answer = Promise.withResolvers<void>()
  await page.route('**/queries?*', async route => {
    await answer.promise
    await route.continue()
  })
  await box.fill(`Wanda ${mark} Ostro`)
  await page.keyboard.press('Enter')
  answer.resolve()
  await page.waitForURL(`**/${talks[1].threadId}`)
  await page.getByText('No owner').waitFor()
  expect(await page.getByText('The thread is yours.').count()).toBe(0)
})
