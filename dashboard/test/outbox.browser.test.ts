import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, textBox, way } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { conversation, messagesIn, person } from './support/world.ts'

withBrowser()

const waiting = (page: Page) => page.locator('article[data-waiting]')
const storedBubble = (page: Page, text: string) =>
  bubble(page, text).and(page.locator(':not([data-waiting])'))

test('a lost connection loses no text, and stores nothing twice', journey, async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'Platform').click()
  // Late parts are loaded before the connection is lost.
  await page.getByRole('button', { name: 'About this thread' }).click()
  await page.getByRole('region', { name: 'About this thread' }).getByText('Property').waitFor()
  await page.context().setOffline(true)
  await page.getByText('You’re offline. You can read what is loaded').waitFor()
  await textBox(page).fill('Written without a connection')
  await textBox(page).press('Control+Enter')
  await bubble(page, 'Written without')
    .getByRole('img', { name: /Sent when you’re back online/ })
    .waitFor()
  await textBox(page).fill('Half a sentence')
  await page.context().setOffline(false)
  await expect
    .poll(() => messagesIn(talk.threadId), eventually)
    .toMatchObject([{ body: 'Written without a connection' }])
  await waiting(page).waitFor({ state: 'detached' })

  // The answer is lost after the server stored the message, and the window reloads meanwhile.
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

test('a message refused for good stays with its reason until its author decides', async () => {
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
  await page.getByText('A message was not saved. It is another message.').waitFor()
  await page.goto('/triage')
  await page.getByText('1 message was not saved:').waitFor()
  await page.getByRole('link', { name: talk.guestName }).click()
  await bubble(page, 'Too much of it').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await way(page, 'Note').click()
  await textBox(page).fill('For colleagues alone')
  await bubble(page, 'Too much of it').getByRole('button', { name: 'Edit' }).click()
  await page.getByText('Send or clear your current draft first').waitFor()
  expect(await textBox(page).inputValue()).toBe('For colleagues alone')
  await textBox(page).fill('')
  await bubble(page, 'Too much of it').getByRole('button', { name: 'Edit' }).click()
  await expect.poll(() => textBox(page).inputValue(), eventually).toBe('Too much of it')
  await bubble(page, 'Too much of it').waitFor({ state: 'detached' })
  await textBox(page).press('Control+Enter')
  await bubble(page, 'Too much of it').getByText('It is another message. Write a new one.').waitFor()
  await page.unroute('**/chat/threads/*/messages')
  await bubble(page, 'Too much of it').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => messagesIn(talk.threadId), eventually).toMatchObject([{ body: 'Too much of it' }])
})

test('a message that one user left unsent is never posted by the next', async () => {
  const [sam, ann] = await Promise.all([person('Sam'), person('Ann')])
  const talk = await conversation({ staff: [sam, ann] })
  const address = `/inbox/${talk.threadId}`
  const page = await windowOf(sam, address)
  await way(page, 'Platform').click()
  const refuse = '**/chat/threads/*/messages'
  await page.route(refuse, route => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await textBox(page).fill('Said by Sam')
  await textBox(page).press('Control+Enter')
  await page.getByText('1 message is waiting to be sent:').waitFor()
  await page.getByRole('button', { name: 'Account: Sam' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog', { name: '1 message has not been sent' })
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, ann)
  await page.unroute(refuse)
  await bubble(page, 'Said by Sam').waitFor({ state: 'detached' })
  await way(page, 'Platform').click()
  await textBox(page).fill('Said by Ann')
  await textBox(page).press('Control+Enter')
  const stored = async () => (await messagesIn(talk.threadId)).map(({ body, authorId }) => [body, authorId])
  await expect.poll(stored, eventually).toEqual([['Said by Ann', ann.uid]])
  await storedBubble(page, 'Said by Ann').waitFor()
  expect(await waiting(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Account: Ann' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, sam)
  // Ann answered first meanwhile, so Sam is asked.
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect.poll(stored, eventually).toContainEqual(['Said by Sam', sam.uid])
})

test('a message that stands in the thread waits no more, however late its answer is', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'Platform').click()
  const late = Promise.withResolvers<void>()
  await page.route('**/chat/threads/*/messages', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response }).catch(() => {})
  })
  await textBox(page).fill('Heard of before it is answered')
  await textBox(page).press('Control+Enter')
  await storedBubble(page, 'Heard of before').waitFor()
  await page.getByRole('button', { name: 'Account: Sam' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).waitFor()
  late.resolve()
})

test('two windows share a draft', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await textBox(page).fill('Half a sentence')
  const second = await page.context().newPage()
  await second.goto(`/inbox/${talk.threadId}`)
  await expect.poll(() => textBox(second).inputValue(), eventually).toBe('Half a sentence')
  await way(second, 'Note').click()
  await textBox(second).fill('Half a sentence more')
  await expect.poll(() => textBox(page).inputValue(), eventually).toBe('Half a sentence more')
  await page.getByRole('button', { name: 'Save note' }).waitFor()
})

test('a device that stores nothing says so, and a message is sent all the same', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'Platform').click()
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await textBox(page).fill('Nothing is kept')
  await page.getByText('This device can’t store messages').waitFor()
  await textBox(page).press('Control+Enter')
  await expect.poll(() => messagesIn(talk.threadId), eventually).toMatchObject([{ body: 'Nothing is kept' }])
})
