import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { post } from '../../functions/test/support/chat.ts'
import { db, fromStack, signIn as newUser } from '../../functions/test/support/stack.ts'
import { openWindow, signIn, windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, row, textBox, tick, way } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { conversation, guestWrites, messagesIn, person, sandbox } from './support/world.ts'

withBrowser()

test('a message of a guest appears without reloading, in the thread and in the list', journey, async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam], name: 'Maria Rossi' })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await page.getByText('No messages yet.').waitFor()
  await guestWrites(talk, 'Is there a crib in the room?')
  await bubble(page, 'Is there a crib').waitFor()
  await bubble(page, 'Is there a crib').getByText('Maria Rossi').waitFor()
  await row(page, 'Is there a crib').waitFor()
  await page.getByText('New message from Maria Rossi: Is there a crib').waitFor({ state: 'attached' })
  await guestWrites(talk, 'And a chair?')
  await page.getByText('New message from Maria Rossi: And a chair?').waitFor({ state: 'attached' })
  // The open thread counts as read.
  await expect
    .poll(async () => (await db().doc(`threads/${talk.threadId}`).get()).get('needsAttention'), eventually)
    .toEqual([])
})

test('a message shows at once, settles, and its ticks follow the provider', journey, async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await textBox(page).fill('Your room is ready.')
  await page.getByRole('button', { name: 'Send by WhatsApp' }).click()
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

test('a send that fails says why and what to do, and can be sent again', journey, async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'SMS').click()
  await textBox(page).fill('The door code is 4711.')
  await page.getByTestId('segments').getByText('1 SMS segment').waitFor()
  // The text box itself describes the channel and the cost.
  const described = await textBox(page).getAttribute('aria-describedby')
  await page.locator(`[id="${described}"]`).getByText('1 SMS segment').waitFor()
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

test('a failed text is sent by another channel with one press, once', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'WhatsApp').click()
  await textBox(page).fill('The key is under the mat.')
  await textBox(page).press('Control+Enter')
  await tick(page, 'The key is under', 'sent').waitFor()
  const [stored] = await messagesIn(talk.threadId)
  await sandbox().tell({ sid: String(stored?.externalMessageId), status: 'failed', errorCode: 63003 })
  await page.getByRole('button', { name: 'Send SMS instead' }).click()
  await tick(page, 'The key is under', 'sent').waitFor()
  await tick(page, 'The key is under', 'failed').waitFor()
  expect(await page.getByRole('button', { name: 'Send SMS instead' }).count()).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: 'Send SMS instead' }).click()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('outbox:'))))
    .toEqual([])
  const messages = await messagesIn(talk.threadId)
  expect(messages.map(({ type, body }) => [type, body])).toEqual([
    ['chatapp-message', 'The key is under the mat.'],
    ['sms-message', 'The key is under the mat.'],
  ])
})

test('a send that failed stays marked in the list and To do, read or not, until it is dealt with', async () => {
  const sam = await person('Sam')
  const name = `Nora ${sam.uid.slice(0, 6)}`
  const talk = await conversation({ staff: [sam], name })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'SMS').click()
  await textBox(page).fill(`The gate code is ${talk.phone}.`)
  await textBox(page).press('Control+Enter')
  await tick(page, 'The gate code', 'sent').waitFor()
  await page.goto('/requests')
  const [stored] = await messagesIn(talk.threadId)
  await sandbox().tell({ sid: String(stored?.externalMessageId), status: 'failed', errorCode: 30003 })
  await page.goto('/items')
  const item = page
    .getByRole('listitem')
    .filter({ hasText: `${name} · Casa Alameda · SMS: The guest's phone is switched off` })
    .filter({ hasText: 'Written by you' })
  await page.getByRole('heading', { name: 'A message did not reach the guest' }).waitFor()
  await item.getByRole('link', { name: 'Open the thread' }).click()
  await bubble(page, 'The gate code').waitFor()
  await row(page, name).getByText('Not sent', { exact: true }).waitFor()
  await bubble(page, 'The gate code').getByRole('button', { name: 'Dealt with' }).click()
  await row(page, name).getByText('Not sent', { exact: true }).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'To do' }).click()
  await page.getByRole('heading', { name: 'To do', level: 1 }).waitFor()
  await item.waitFor({ state: 'hidden' })
})

test('a stranger is not drawn as one of us, and can be removed and added', async () => {
  const [sam, stranger] = [await person('Sam'), await newUser()]
  const { threadId } = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${threadId}`)
  await page.getByText('No messages yet.').waitFor()
  await post(threadId, stranger, { body: 'Please pay to this account.' })
  const message = bubble(page, 'Please pay to this account.')
  await message.getByText('joined by posting').waitFor()
  await page.locator('[data-unread]').getByText('Not a member: Please pay').waitFor()
  expect(await message.getAttribute('data-ours')).toBe('false')
  await page.getByRole('button', { name: 'People in this thread' }).click()
  const entry = page.getByRole('dialog').locator(`[data-person="${stranger.uid}"]`)
  await entry.getByText('Joined by posting').waitFor()
  await entry.getByRole('button', { name: 'Remove' }).click()
  await entry.getByText('Removed').waitFor()
  expect((await post(threadId, stranger, { body: 'Again' })).status).toBe(404)
  await message.getByText('joined by posting').waitFor()
  await entry.getByRole('button', { name: 'Add' }).click()
  await message.getByText('joined by posting').waitFor({ state: 'detached' })
  expect((await post(threadId, stranger, { body: 'Thank you' })).status).toBe(201)
})

test('nobody mistakes a note for a reply', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  const form = page.getByRole('form', { name: 'Write' })
  const colour = () => form.evaluate(element => getComputedStyle(element).backgroundColor)
  const before = await colour()
  await way(page, 'Note').click()
  await form.getByText('This is a note, visible to staff only').waitFor()
  expect(await colour()).not.toBe(before)
  await textBox(page).fill('He complained about the noise.')
  await page.getByRole('button', { name: 'Save note' }).click()
  const note = page.getByRole('article', { name: /Note, visible to staff only/ })
  await note.getByText('He complained about the noise.').waitFor()
  await expect.poll(() => messagesIn(talk.threadId), eventually).toMatchObject([{ type: 'note' }])
  const { messages } = await sandbox().state('twilio')
  expect(messages.filter((message: { to: string }) => message.to.includes(talk.phone))).toEqual([])
})

test('a window that closes leaves the templates, and one of them is sent', journey, async () => {
  const sam = await person('Sam')
  // Signing in takes its time, so the window begins to close after it.
  const page = await windowOf(sam)
  const closesSoon = new Date(Date.now() - 24 * 3_600_000 + 20_000)
  const talk = await conversation({ staff: [sam], lastInboundAt: closesSoon, name: 'Jonas Weber' })
  await page.goto(`/inbox/${talk.threadId}`)
  await page.getByText(/Window closes in \d+ sec/).waitFor()
  await textBox(page).fill('Are you on your way?')
  expect(await page.getByRole('button', { name: 'Send by WhatsApp' }).isEnabled()).toBe(true)
  await page.getByText('Window closed').first().waitFor()
  await page.getByText('More than 24 hours have passed since the guest last wrote').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Send by WhatsApp' }).isDisabled(), eventually)
    .toBe(true)
  expect(await textBox(page).inputValue()).toBe('Are you on your way?')
  await page.getByRole('button', { name: 'Choose a template' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Template').inputValue()).toBe('')
  expect(await dialog.getByRole('button', { name: 'Send template' }).count()).toBe(0)
  await dialog.getByLabel('Template').selectOption('review-request')
  await dialog.getByRole('button', { name: 'Send template' }).click()
  await dialog.getByText('Enter a value.').waitFor()
  await dialog.getByLabel('Link').fill('https://example.com/review')
  await dialog.getByText('Hello Jonas Weber, thank you for staying at Casa Alameda.').waitFor()
  await dialog.getByRole('button', { name: 'Send template' }).click()
  await tick(page, 'thank you for staying at Casa Alameda', 'sent').waitFor()

  // A begun text stays in its box.
  await way(page, 'SMS').click()
  await textBox(page).fill('Half an SMS')
  await page.getByRole('button', { name: 'Choose a template' }).click()
  await dialog.getByLabel('Template').selectOption('review-request')
  await dialog.getByLabel('Link').fill('https://example.com/another')
  await dialog.getByRole('button', { name: 'Send template' }).click()
  await bubble(page, 'https://example.com/another').waitFor()
  expect(await textBox(page).inputValue()).toBe('Half an SMS')
  const sent = await messagesIn(talk.threadId)
  expect(sent.filter(({ body }) => String(body).includes('Half an SMS'))).toEqual([])
})

test('two people in one thread see each other’s messages in one order', async () => {
  const [sam, ann] = await Promise.all([person('Sam'), person('Ann')])
  const talk = await conversation({ staff: [sam, ann] })
  const address = `/inbox/${talk.threadId}`
  const [one, other] = await Promise.all([windowOf(sam, address), windowOf(ann, address)])
  await Promise.all(
    [one, other].map(async (page, index) => {
      // Notes, since a second answer would be asked about first.
      await way(page, 'Note').click()
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

test('opening a thread again marks it as read again', async () => {
  const sam = await person('Sam')
  const one = await conversation({ staff: [sam], name: 'First Guest' })
  await conversation({ staff: [sam], name: 'Second Guest', thread: { updatedAt: new Date() } })
  await guestWrites(one, 'The first thing')
  const page = await windowOf(sam, `/inbox/${one.threadId}`)
  const attention = async () => (await db().doc(`threads/${one.threadId}`).get()).get('needsAttention')
  await bubble(page, 'The first thing').waitFor()
  await expect.poll(attention, eventually).toEqual([])
  await row(page, 'Second Guest').click()
  await page.getByRole('heading', { name: 'Second Guest' }).waitFor()
  await guestWrites(one, 'The second thing')
  await row(page, 'The second thing').click()
  await bubble(page, 'The second thing').waitFor()
  await expect.poll(attention, eventually).toEqual([])
  expect(await bubble(page, 'The first thing').count()).toBe(1)
})

test('where Firestore cannot be reached the API is asked again and again', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam], name: 'Behind A Proxy' })
  const page = await openWindow()
  await page.route(`http://${fromStack('FIRESTORE_EMULATOR_HOST')}/**`, route => route.abort())
  await signIn(page, sam, `/inbox/${talk.threadId}`)
  await page.getByText('No messages yet.').waitFor()
  await guestWrites(talk, 'Can you hear me?')
  await bubble(page, 'Can you hear me?').waitFor()
  await row(page, 'Can you hear me?').waitFor()
})

test('a message of a colleague stands on our side', async () => {
  const [sam, ann] = await Promise.all([person('Sam'), person('Ann')])
  const talk = await conversation({ staff: [sam, ann], name: 'Maria Rossi' })
  const storedMessage = (messageId: string, authorId: string, body: string) =>
    db().doc(`threads/${talk.threadId}/messages/${messageId}`).set({
      messageId,
      threadId: talk.threadId,
      authorId,
      body,
      createdAt: new Date(),
      source: 'platform',
      type: 'message',
      contentType: 'text',
    })
  await storedMessage('m1', talk.guestId, 'Is anybody there?')
  await storedMessage('m2', ann.uid, 'I am.')
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await bubble(page, 'I am.').and(page.locator('[data-ours="true"]')).getByText('Ann').waitFor()
  await bubble(page, 'Is anybody there?').and(page.locator('[data-ours="false"]')).waitFor()
})

test('an unknown window shows as unknown', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam], lastInboundAt: null })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await page.getByText('WhatsApp window unknown').waitFor()
})
