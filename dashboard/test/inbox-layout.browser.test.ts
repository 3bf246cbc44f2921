import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { violations } from './support/axe.ts'
import { shoot, windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, row, textBox } from './support/inbox.ts'
import { transitionsEnd } from './support/look.ts'
import { conversation, guestWrites, person } from './support/world.ts'

withBrowser()

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

const about = (page: Page) => page.getByRole('region', { name: 'About this thread' })
const aboutButton = (page: Page) => page.getByRole('button', { name: 'About this thread' })

const boxOf = async (page: Page, testId: string) => {
  const box = await page.getByTestId(testId).boundingBox()
  if (!box) throw new Error(`${testId} is not shown`)
  return box
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

async function keep(page: Page, name: string): Promise<void> {
  if (process.env.LOOK !== 'all') return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(
      scheme => document.documentElement.dataset.mantineColorScheme === scheme,
      colorScheme,
    )
    await page.evaluate(transitionsEnd)
    await shoot(page, `${name}-${colorScheme}`)
    expect(await violations(page), `${name} in ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('the stay is a third column at 1920, folds and keeps its state at 1440, and is a dialog below', async () => {
  const ann = await person('Ann')
  const [one, other] = [
    await conversation({ staff: [ann], name: `First ${ann.uid.slice(-6)}` }),
    await conversation({ staff: [ann], name: `Second ${ann.uid.slice(-6)}` }),
  ]
  await guestWrites(one, 'Is there a crib?')
  await guestWrites(other, 'And a chair?')
  const page = await windowOf(ann, `/inbox/${one.threadId}`, { viewport: { width: 1920, height: 1080 } })
  await about(page).getByText('Casa Alameda').waitFor()
  expect(await aboutButton(page).count()).toBe(0)
  const list = await boxOf(page, 'threads')
  const messages = await boxOf(page, 'messages')
  const aboutBox = await boxOf(page, 'about')
  expect(list.x + list.width).toBeLessThanOrEqual(messages.x)
  expect(messages.x + messages.width).toBeLessThanOrEqual(aboutBox.x)
  await keep(page, 'columns-1920')

  await page.setViewportSize({ width: 1440, height: 900 })
  await about(page).waitFor({ state: 'detached' })
  const folded = await boxOf(page, 'messages')
  expect(await aboutButton(page).getAttribute('aria-expanded')).toBe('false')
  await keep(page, 'columns-1440-folded')
  await aboutButton(page).click()
  await about(page).getByText('Casa Alameda').waitFor()
  expect((await boxOf(page, 'messages')).width).toBeLessThan(folded.width)
  await keep(page, 'columns-1440')
  await row(page, 'And a chair?').click()
  await bubble(page, 'And a chair?').waitFor()
  await about(page).getByText('Casa Alameda').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('i')
  await about(page).waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.setViewportSize({ width: 768, height: 900 })
  await expect.poll(() => aboutButton(page).getAttribute('aria-expanded'), eventually).toBe(null)
  await page.keyboard.press('i')
  await page.getByRole('dialog').getByText('Casa Alameda').waitFor()
})

test('opening a thread with a mouse focuses the text box, with keys the heading', async () => {
  const ann = await person('Ann')
  const names = [`Mouse ${ann.uid.slice(-6)}`, `Keys ${ann.uid.slice(-6)}`] as const
  for (const name of names) {
    const talk = await conversation({ staff: [ann], name, thread: { ownerId: ann.uid, state: 'open' } })
    await guestWrites(talk, 'Hello')
  }
  const page = await windowOf(ann, '/inbox?view=mine')
  await row(page, names[0]).click()
  await page.getByRole('heading', { name: names[0] }).waitFor()
  await expect.poll(() => focused(page), eventually).toBe('TEXTAREA')
  await page.keyboard.type('Straight away')
  expect(await textBox(page).inputValue()).toBe('Straight away')
  // Escape leaves the box, so that the keys of the thread work.
  await page.keyboard.press('Escape')
  await page.keyboard.press('w')
  await page.getByRole('region', { name: 'Owner and state' }).getByText('Waiting').waitFor()

  await page.goto('/inbox?view=mine')
  await row(page, names[1]).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator(':focus').textContent(), eventually).toBe(names[1])
  await page.keyboard.press('r')
  await expect.poll(() => focused(page), eventually).toBe('TEXTAREA')
})

test('no keyboard comes up on a phone when a thread is opened', async () => {
  const ann = await person('Ann')
  const name = `Finger ${ann.uid.slice(-6)}`
  const talk = await conversation({ staff: [ann], name, thread: { ownerId: ann.uid, state: 'open' } })
  await guestWrites(talk, 'Hello')
  const page = await windowOf(ann, '/inbox?view=mine', phone)
  await row(page, name).tap()
  await bubble(page, 'Hello').waitFor()
  await expect.poll(() => page.locator(':focus').textContent(), eventually).toBe(name)
  await page.getByRole('link', { name: 'Back to the threads' }).tap()
  // The same holds where the touch counts as a mouse.
  await row(page, name).click()
  await bubble(page, 'Hello').waitFor()
  await expect.poll(() => page.locator(':focus').textContent(), eventually).toBe(name)
})

test('a phone shows messages on most of its screen with the window closed, and no two equal buttons', async () => {
  const ann = await person('Ann')
  const longAgo = new Date(Date.now() - 26 * 3_600_000)
  const talk = await conversation({ staff: [ann], name: 'Jonas Weber' })
  await guestWrites(talk, 'Hello there, is anybody in?')
  await db().doc(`guests/${talk.guestId}`).update({ lastChatappInboundAt: longAgo })
  const page = await windowOf(ann, `/inbox/${talk.threadId}`, phone)
  await page.getByText('More than 24 hours have passed since the guest last wrote').waitFor()
  await bubble(page, 'Hello there').waitFor()
  await page.getByRole('region', { name: 'Owner and state' }).getByText('due in').waitFor()
  await page.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' })
  const { height } = await boxOf(page, 'messages')
  console.log(`messages on a phone with the window closed: ${height} of 740 pixels`)
  expect(height).toBeGreaterThanOrEqual(400)
  const labels = await page
    .getByRole('button')
    .evaluateAll(all =>
      all
        .filter(button => button.checkVisibility())
        .map(button => button.getAttribute('aria-label') ?? button.textContent),
    )
  expect(labels).toContain('Choose a template')
  expect(labels).toEqual([...new Set(labels)])
  await keep(page, 'window-closed-360')
  // A text begun for SMS keeps its box.
  await page.getByRole('radiogroup', { name: 'Send as' }).getByText('SMS').tap()
  await textBox(page).fill('Are you there?')
  await page.getByRole('radiogroup', { name: 'Send as' }).getByText('WhatsApp').tap()
  expect(await textBox(page).inputValue()).toBe('Are you there?')
})

/** Moving elements of the page with their milliseconds, and all typefaces and styles of figures. */
const styles = (page: Page) =>
  page.evaluate(() => {
    const ms = (times: string) => Math.max(...times.split(', ').map(time => Number.parseFloat(time) * 1_000))
    const all = [...document.querySelectorAll('body *')].map(element => {
      const style = getComputedStyle(element)
      const isTurning = style.animationName !== 'none'
      const isOnce = isTurning && style.animationIterationCount !== 'infinite'
      const time = Math.max(ms(style.transitionDuration), isOnce ? ms(style.animationDuration) : 0)
      return { name: String(element.getAttribute('class')), style, isTurning, time }
    })
    return {
      moving: all
        .filter(({ time, isTurning }) => time > 0 || isTurning)
        .map(({ name, time }) => ({ name, time })),
      faces: [...new Set(all.map(({ style }) => style.fontFamily))],
      figures: [...new Set(all.map(({ style }) => style.fontVariantNumeric))],
    }
  })

test('text has one typeface with figures of one width; motion is short, and none where it is unwanted', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann] })
  await guestWrites(talk, 'Hello')
  const page = await windowOf(ann, `/inbox/${talk.threadId}`)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await bubble(page, 'Hello').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Ctrl').first().waitFor()
  const { moving, faces, figures } = await styles(page)
  expect(moving.length).toBeGreaterThan(0)
  expect(moving.filter(({ time }) => time >= 150)).toEqual([])
  expect(faces).toHaveLength(1)
  expect(figures).toEqual(['tabular-nums'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await styles(page)).toMatchObject({ moving: [] })
})
