import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { violations } from './support/axe.ts'
import { openWindow, windowOf, withBrowser } from './support/browser.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { type Conversation, conversation, guestWrites, person, type Staff, sandbox } from './support/world.ts'

withBrowser()

/** A thread with every kind of message. */
async function fullThread(sam: Staff): Promise<Conversation> {
  const talk = await conversation({ staff: [sam], name: 'Maria Rossi' })
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const post = (messageId: string, minutes: number, fields: object) =>
    db()
      .doc(`threads/${talk.threadId}/messages/${messageId}`)
      .set({
        messageId,
        threadId: talk.threadId,
        authorId: sam.uid,
        createdAt: at(minutes),
        source: 'platform',
        type: 'chatapp-message',
        contentType: 'text',
        ...fields,
      })
  const delivery = (status: string, more: object = {}) => ({ delivery: { status, attempts: 1, ...more } })
  const failure = {
    code: 'not-reachable',
    detail: "The guest's phone is switched off or has no reception.",
    nextAction: 'Wait a few minutes, then send it again.',
  }
  const guest = { authorId: talk.guestId, source: 'chatapp' }
  await Promise.all([
    post('m1', 2900, {
      ...guest,
      body: 'Hello! We arrive tomorrow around nine in the evening. Is that too late?',
    }),
    post('m2', 2890, { body: 'Not at all. Somebody is there until eleven.', ...delivery('read') }),
    post('m3', 1500, { type: 'note', body: 'Late arrival: told reception, key in the safe.' }),
    post('m4', 60, { ...guest, body: 'Great, thank you!\nAnd is there a crib?' }),
    post('m5', 55, { body: 'There is. We put it into the room.', ...delivery('delivered') }),
    post('m6', 50, {
      type: 'sms-message',
      body: 'Your door code is 4711.',
      ...delivery('failed', { failure }),
    }),
    post('m7', 5, {
      body: 'See you soon.',
      ...delivery('unknown', { failure: { ...failure, detail: 'The provider did not answer.' } }),
    }),
    post('m8', 4, { body: 'Safe travels!', ...delivery('pending') }),
  ])
  await guestWrites(talk, 'A picture of where we are', {
    NumMedia: '1',
    MediaContentType0: 'image/png',
  })
  return talk
}

/** A picture that somebody could have sent. */
async function picture(): Promise<Buffer> {
  const page = await openWindow({ viewport: { width: 480, height: 320 } })
  await page.setContent(`<body style="margin:0"><svg viewBox="0 0 48 32">
    <rect width="48" height="32" fill="#8ecae6"/><circle cx="39" cy="7" r="4" fill="#ffb703"/>
    <rect y="22" width="48" height="10" fill="#588157"/><path d="M8 15 20 6l12 9v11H8z" fill="#e9d8a6"/>
    <path d="M6 16 20 5l14 11" fill="none" stroke="#9b2226" stroke-width="2"/>
    <rect x="17" y="18" width="6" height="8" fill="#6c584c"/></svg></body>`)
  return page.screenshot({ type: 'png' })
}

/** Takes pictures in which every kind of message shows. */
async function lookBack(page: Page): Promise<void> {
  const list = page.getByTestId('messages')
  for (const [name, text] of [
    ['thread-start', 'Hello! We arrive tomorrow'],
    ['thread-failed', 'Wait a few minutes, then send it again.'],
  ] as const) {
    await list.evaluate(element => element.scrollTo({ top: 0 }))
    await list.getByText(text).first().scrollIntoViewIfNeeded()
    await look(page, name)
  }
}

test('the pages are accessible and fit every window, in light and dark', {
  ...journey,
  timeout: 180_000,
}, async () => {
  const sam = await person('Sam')
  const talk = await fullThread(sam)
  await sandbox().inbound({
    from: `whatsapp:+4479${Date.now() % 10_000_000}`,
    body: 'It is Maria, this is my new number.',
  })

  const first = await openWindow()
  await first.goto('/inbox')
  await first.getByRole('button', { name: /Olivia Ferrer/ }).waitFor()
  await look(first, 'sign-in')

  const olivia = await person('Olivia', 'operations')
  const operations = await windowOf(olivia, '/inbox')
  await operations.getByTestId('threads').getByText('Maria Rossi').first().waitFor()
  await look(operations, 'inbox-operations')

  const page = await windowOf(sam, '/inbox')
  const file = await picture()
  await page.route('**/attachments/0', route => route.fulfill({ contentType: 'image/png', body: file }))
  await page.getByTestId('threads').getByText('Maria Rossi').first().waitFor()
  await look(page, 'inbox')
  await page.getByRole('button', { name: 'Account: Sam' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await look(page, 'account')
  await page.keyboard.press('Escape')

  await page.goto(`/inbox/${talk.threadId}`)
  await page.getByText('A picture of where we are').last().waitFor()
  await page.getByRole('img', { name: 'Image, attachment 1' }).waitFor()
  await look(page, 'thread')
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 })
    await page.getByRole('link', { name: 'Back to the threads' }).waitFor()
  }
  await lookBack(page)
  await page.getByRole('radiogroup', { name: 'Send as' }).getByText('Note').click()
  await page.getByText('This is a note, visible to staff only.').waitFor()
  await look(page, 'note')
  await page.getByRole('button', { name: 'Choose a template' }).click()
  await page.getByRole('dialog').getByLabel('Template').selectOption('check-in-details')
  await page.getByText('What the guest will see').waitFor()
  await look(page, 'template')
  await page.keyboard.press('Escape')

  await severalLandlords('Where can we park?')
  await page.goto('/triage?order=newest')
  await page.getByText('It is Maria, this is my new number.').first().waitFor()
  await page.getByRole('group', { name: 'Suggested threads' }).first().waitFor()
  await look(page, 'triage')
  await page.getByRole('button', { name: 'Link to a guest' }).first().click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
  await look(page, 'assign')

  await page.goto('/nowhere')
  await page.getByText('Page not found.').waitFor()
  await look(page, 'not-found')
})

test('one click signs in as a seeded user; a user who is neither staff nor landlord gets no further', async () => {
  const page = await openWindow()
  await page.goto('/triage')
  await page.getByRole('button', { name: /Olivia Ferrer/ }).click()
  await page.getByRole('heading', { name: 'Triage' }).waitFor()
  await page.getByRole('button', { name: 'Account: Olivia Ferrer' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: /Nina Petrov/ }).click()
  await page.getByText('This account has no access to the dashboard.').waitFor()
  expect(await violations(page)).toEqual([])
})

test('a message in triage is assigned to a thread', journey, async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam], name: 'Found Again' })
  await guestWrites(talk, `marker ${talk.threadId}`)
  const from = `+4478${Date.now() % 10_000_000}`
  await sandbox().inbound({ from: `whatsapp:${from}`, body: `From a new number ${from}` })
  const isIndexed = async () =>
    (await sandbox().state('algolia')).records.some(
      ({ objectID }: { objectID: string }) => objectID === talk.threadId,
    )
  await expect.poll(isIndexed, { timeout: 60_000 }).toBe(true)
  const page = await windowOf(sam, '/triage')
  const entry = page.getByRole('listitem').filter({ hasText: `From a new number ${from}` })
  await entry.getByRole('button', { name: 'Link to a guest' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Search for the thread' }).fill(talk.threadId)
  await dialog.getByRole('radio', { name: /Found Again/ }).check()
  await dialog.getByRole('button', { name: 'Link' }).click()
  await page.getByTestId('messages').getByText(`From a new number ${from}`).waitFor()
})

/** A guest with stays at two landlords writes before anybody wrote to them; returns the threads. */
async function severalLandlords(body: string): Promise<string[]> {
  const [guestId, digits] = [`guest-${crypto.randomUUID()}`, String(Date.now() % 10_000_000)]
  const threads = await Promise.all(
    ['Lake House', 'Old Mill'].map(async name => {
      const id = crypto.randomUUID()
      const days = { arrival: '2026-01-01', departure: '2036-01-01' }
      await Promise.all([
        db()
          .doc(`properties/${id}`)
          .set({ name, landlordId: `landlord-${id}` }),
        db()
          .doc(`reservations/${id}`)
          .set({ guestId, propertyId: id, ...days }),
        db().doc(`threads/${id}`).set({ source: 'guest', reservationId: id, participantIds: [] }),
      ])
      return id
    }),
  )
  await db()
    .doc(`guests/${guestId}`)
    .set({ name: 'Maria Rossi', phone: `+4477${digits}` })
  await sandbox().inbound({ from: `whatsapp:+4477${digits}`, body })
  return threads
}

test('a message that may belong to several landlords is one click from its thread', async () => {
  const body = `Where is the key? ${crypto.randomUUID()}`
  const [, mill] = await severalLandlords(body)
  const page = await windowOf(await person('Sam'), '/triage?order=newest')
  const entry = page.getByRole('listitem').filter({ hasText: body })
  await entry.getByRole('button', { name: /Maria Rossi · Old Mill/ }).click()
  await page.getByTestId('messages').getByText(body).waitFor()
  expect(page.url()).toContain(mill)
})

test('a message for nobody is put aside by keyboard, and brought back', async () => {
  const from = `+4476${Date.now() % 10_000_000}`
  const mark = crypto.randomUUID()
  for (const word of ['Cheap', 'Cheaper']) await sandbox().inbound({ from, body: `${word} ${mark}` })
  const page = await windowOf(await person('Sam'), '/triage?order=newest')
  const entries = page.getByRole('listitem').filter({ hasText: mark })
  const press = (name: string) => entries.first().getByRole('button', { name, exact: true }).press('Enter')
  const undo = () => page.getByRole('button', { name: 'Undo' }).last().press('Enter')
  const show = (name: string) =>
    page.getByRole('radiogroup', { name: 'Which messages' }).getByText(name).click()
  await press('Dismiss')
  await expect.poll(() => entries.count()).toBe(1)
  expect(await page.evaluate(() => document.activeElement?.closest('li, ul') !== null)).toBe(true)
  await undo()
  await expect.poll(() => entries.count()).toBe(2)
  await press('Mark sender as spam')
  await expect.poll(() => entries.count()).toBe(0)
  await show('Spam')
  await expect.poll(() => entries.count()).toBe(2)
  await look(page, 'triage-spam')
  await press('Sender isn’t spam')
  await expect.poll(() => entries.count()).toBe(0)
  await show('Open')
  await expect.poll(() => entries.count()).toBe(2)
  await press('Dismiss')
  await expect.poll(() => entries.count()).toBe(1)
  await show('Dismissed')
  await press('Restore')
  await expect.poll(() => entries.count()).toBe(0)
})

test('a session that the server no longer accepts asks to sign in again, and keeps what was written', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await page.getByRole('form', { name: 'Write' }).getByRole('textbox').fill('Half a sentence')
  const refuse = '**/chat/threads/*'
  await page.route(refuse, route =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'unauthenticated', detail: 'Sign in.', errors: [], retryable: false }),
    }),
  )
  await page.reload()
  await page.getByText('Your session has ended.').waitFor()
  await page.unroute(refuse)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(sam.email)
  await page.getByLabel('Password', { exact: true }).fill(sam.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const box = page.getByRole('form', { name: 'Write' }).getByRole('textbox')
  await expect.poll(() => box.inputValue()).toBe('Half a sentence')
})
