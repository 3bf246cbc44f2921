import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { conversation, guestWrites, messagesIn, person, sandbox } from './support/world.ts'

withBrowser()

const textBox = (page: Page) => page.getByRole('form', { name: 'Write' }).getByRole('textbox')
const bubble = (page: Page, text: string) =>
  page.getByTestId('messages').getByRole('article').filter({ hasText: text })
const tick = (page: Page, text: string, status: string) =>
  bubble(page, text).locator(`[data-delivery="${status}"]`)
const row = (page: Page, text: string) =>
  page.getByTestId('threads').getByRole('link').filter({ hasText: text })
const way = (page: Page, name: string) => page.getByRole('radiogroup', { name: 'Send as' }).getByText(name)
const eventually = { timeout: 45_000, interval: 100 }

test('what a guest writes appears without reloading, in the thread and in the list', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam], name: 'Maria Rossi' })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await page.getByText('Nobody has written here yet.').waitFor()
  await guestWrites(talk, 'Is there a crib in the room?')
  await bubble(page, 'Is there a crib').waitFor()
  await bubble(page, 'Is there a crib').getByText('Maria Rossi').waitFor()
  await row(page, 'Is there a crib').waitFor()
  await page.getByText('New message from Maria Rossi').waitFor({ state: 'attached' })
  // Seen by somebody who looks at it: it is no longer unread.
  await expect
    .poll(async () => (await db().doc(`threads/${talk.threadId}`).get()).get('needsAttention'), eventually)
    .toEqual([])
})

test('a message shows at once, settles, and its ticks follow the provider', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await textBox(page).fill('Your room is ready.')
  await page.getByRole('button', { name: 'Send chatapp' }).click()
  await bubble(page, 'Your room is ready.').waitFor()
  expect(await textBox(page).inputValue()).toBe('')
  await tick(page, 'Your room is ready.', 'sent').waitFor()
  const [stored] = await messagesIn(talk.threadId)
  for (const status of ['delivered', 'read']) {
    await sandbox().tell({ sid: String(stored?.externalMessageId), status })
    await tick(page, 'Your room is ready.', status).waitFor()
  }
  expect(await bubble(page, 'Your room is ready.').count()).toBe(1)
})

test('a send that fails says why and what to do, and can be sent again', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'SMS').click()
  await textBox(page).fill('The door code is 4711.')
  await page.getByTestId('segments').getByText('1 SMS segment').waitFor()
  await textBox(page).press('Control+Enter')
  await tick(page, 'The door code', 'sent').waitFor()
  const [stored] = await messagesIn(talk.threadId)
  await sandbox().tell({ sid: String(stored?.externalMessageId), status: 'failed', errorCode: 30003 })
  const failed = bubble(page, 'The door code')
  await failed.getByText("The guest's phone is switched off or has no reception.").waitFor()
  await failed.getByText('Wait a few minutes, then send it again.').waitFor()
  await failed.getByRole('button', { name: 'Send again' }).click()
  await tick(page, 'The door code', 'sent').waitFor()
  const { messages } = await sandbox().state('twilio')
  expect(messages.filter((message: { to: string }) => message.to === talk.phone)).toHaveLength(2)
})

test('nobody mistakes a note for a reply', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  const form = page.getByRole('form', { name: 'Write' })
  const colour = () => form.evaluate(element => getComputedStyle(element).backgroundColor)
  const before = await colour()
  await way(page, 'Note').click()
  await form.getByText('You are writing a note. Only staff see it').waitFor()
  expect(await colour()).not.toBe(before)
  await textBox(page).fill('He complained about the noise.')
  await page.getByRole('button', { name: 'Save note' }).click()
  const note = page.getByRole('article', { name: /Note, only staff see it/ })
  await note.getByText('He complained about the noise.').waitFor()
  await expect.poll(() => messagesIn(talk.threadId), eventually).toMatchObject([{ type: 'note' }])
  const { messages } = await sandbox().state('twilio')
  expect(messages.filter((message: { to: string }) => message.to.includes(talk.phone))).toEqual([])
})

test('a window that closes leaves the templates, and one of them is sent', async () => {
  const sam = await person('Sam')
  const closesSoon = new Date(Date.now() - 24 * 3_600_000 + 12_000)
  const talk = await conversation({ staff: [sam], lastInboundAt: closesSoon, name: 'Jonas Weber' })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await page.getByText(/Window closes in \d+ sec/).waitFor()
  await textBox(page).fill('Are you on your way?')
  expect(await page.getByRole('button', { name: 'Send chatapp' }).isEnabled()).toBe(true)
  await page.getByText('Window closed').first().waitFor()
  await page.getByText('More than 24 hours have passed since the guest last wrote').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Send chatapp' }).isDisabled(), eventually)
    .toBe(true)
  expect(await textBox(page).inputValue()).toBe('Are you on your way?')
  await page.getByRole('button', { name: 'Choose a template' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Template').selectOption('review-request')
  await dialog.getByRole('button', { name: 'Send template' }).click()
  await dialog.getByText('Enter a value.').waitFor()
  await dialog.getByLabel('Link').fill('https://example.com/review')
  await dialog.getByText('Hello Jonas Weber, thank you for staying at Casa Alameda.').waitFor()
  await dialog.getByRole('button', { name: 'Send template' }).click()
  await tick(page, 'thank you for staying at Casa Alameda', 'sent').waitFor()
})

test('two people in one thread see each other’s messages in one order', async () => {
  const [sam, ann] = await Promise.all([person('Sam'), person('Ann')])
  const talk = await conversation({ staff: [sam, ann] })
  const address = `/inbox/${talk.threadId}`
  const [one, other] = await Promise.all([windowOf(sam, address), windowOf(ann, address)])
  await Promise.all(
    [one, other].map(async (page, index) => {
      await way(page, 'Platform').click()
      for (const number of [1, 2, 3]) {
        await textBox(page).fill(`From ${index === 0 ? 'Sam' : 'Ann'}, number ${number}`)
        await textBox(page).press('Control+Enter')
      }
    }),
  )
  await expect.poll(async () => (await messagesIn(talk.threadId)).length, eventually).toBe(6)
  const stored = (await messagesIn(talk.threadId)).map(({ body }) => body)
  const shown = (page: Page) =>
    page
      .getByTestId('messages')
      .locator('article')
      .evaluateAll(all =>
        all.map(article => /From (Sam|Ann), number \d/.exec(article.textContent ?? '')?.[0]),
      )
  await expect.poll(() => shown(one), eventually).toEqual(stored)
  await expect.poll(() => shown(other), eventually).toEqual(stored)
  await bubble(other, 'From Sam, number 1').waitFor()
})

test('a lost connection loses no text, and stores nothing twice', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'Platform').click()
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await textBox(page).fill('Written without a connection')
  await textBox(page).press('Control+Enter')
  await bubble(page, 'Written without')
    .getByRole('img', { name: /Kept here until/ })
    .waitFor()
  await textBox(page).fill('Half a sentence')
  await page.context().setOffline(false)
  await expect
    .poll(() => messagesIn(talk.threadId), eventually)
    .toMatchObject([{ body: 'Written without a connection' }])
  await bubble(page, 'Written without').locator('[data-waiting]').waitFor({ state: 'detached' })

  // The answer is lost after the server has stored it; the window is closed in the middle of it.
  let posts = 0
  await page.route('**/chat/threads/*/messages', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    posts += 1
    await route.fetch().catch(() => {})
    // The window may be gone by then.
    await route.abort().catch(() => {})
  })
  await textBox(page).fill('Stored, but who knows?')
  await textBox(page).press('Control+Enter')
  await expect.poll(() => posts, eventually).toBe(1)
  await textBox(page).fill('Half a sentence')
  await page.unroute('**/chat/threads/*/messages')
  await page.reload()
  await bubble(page, 'Stored, but who knows?').waitFor()
  expect(await textBox(page).inputValue()).toBe('Half a sentence')
  await expect
    .poll(
      () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('outbox:'))),
      eventually,
    )
    .toEqual([])
  expect((await messagesIn(talk.threadId)).map(({ body }) => body)).toEqual([
    'Written without a connection',
    'Stored, but who knows?',
  ])
})

test('what the server refuses for good stays, with its reason, until its author decides', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'Platform').click()
  await page.route('**/chat/threads/*/messages', route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            code: 'message-conflict',
            detail: 'It is another message.',
            nextAction: 'Write a new one.',
            errors: [],
            retryable: false,
          }),
        })
      : route.continue(),
  )
  await textBox(page).fill('Too much of it')
  await textBox(page).press('Control+Enter')
  await bubble(page, 'Too much of it').getByText('It is another message. Write a new one.').waitFor()
  await page.unroute('**/chat/threads/*/messages')
  await bubble(page, 'Too much of it').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => messagesIn(talk.threadId), eventually).toMatchObject([{ body: 'Too much of it' }])
})

test('everything works by keyboard', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam], name: 'Keyboard Guest' })
  await guestWrites(talk, 'xylophone')
  const page = await windowOf(sam)
  await page.getByRole('searchbox', { name: 'Search threads' }).waitFor()
  await page.keyboard.press('Tab')
  await page.locator(':focus').getByText('Skip to the content').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Search threads')
  await page.keyboard.type('xylophone')
  await row(page, 'xylophone').waitFor()
  await expect.poll(() => page.getByTestId('threads').getByRole('link').count(), eventually).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Keyboard Guest' }).waitFor()
  await expect.poll(() => page.locator(':focus').textContent(), eventually).toBe('Keyboard Guest')
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await page.locator(':focus').evaluate(element => element.tagName)) === 'TEXTAREA') break
  }
  await page.keyboard.type('Typed, not clicked')
  await page.keyboard.press('Control+Enter')
  await bubble(page, 'Typed, not clicked').waitFor()
})

test('recent, unread and important show what they say, and marks hold', async () => {
  const ann = await person('Ann')
  const [quiet, loud] = [
    await conversation({ staff: [ann], name: 'Quiet Guest', thread: { updatedAt: new Date() } }),
    await conversation({ staff: [ann], name: 'Loud Guest' }),
  ]
  await guestWrites(loud, 'Hello? Anybody there?')
  const page = await windowOf(ann)
  const view = (name: string) => page.getByRole('radiogroup', { name: 'Which threads' }).getByText(name)
  await row(page, 'Loud Guest').waitFor()
  await row(page, 'Quiet Guest').waitFor()
  await view('Unread').click()
  await row(page, 'Loud Guest').waitFor()
  await row(page, 'Quiet Guest').waitFor({ state: 'detached' })
  await row(page, 'Loud Guest').click()
  await bubble(page, 'Hello? Anybody there?').waitFor()
  await page.getByText('You have read everything.').waitFor()
  await page.getByRole('button', { name: 'Mark as important' }).click()
  await view('Important').click()
  await row(page, 'Loud Guest').waitFor()
  await expect
    .poll(async () => (await db().doc(`threads/${loud.threadId}`).get()).data(), eventually)
    .toMatchObject({ importantFor: [ann.uid], needsAttention: [] })
  expect((await db().doc(`threads/${quiet.threadId}`).get()).get('importantFor') ?? []).toEqual([])
})
