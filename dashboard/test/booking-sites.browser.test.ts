import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db, uniqueId } from '../../functions/test/support/stack.ts'
import { shoot, windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, textBox, way } from './support/inbox.ts'
import { look } from './support/look.ts'
import { type Conversation, conversation, person, type Staff } from './support/world.ts'

withBrowser()

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A guest who wrote at a booking site; `says` adds messages to the conversation there. */
async function talkAt(provider: string, staff: Staff, name: string) {
  const id = uniqueId('conversation')
  const talk = await conversation({ staff: [staff], name, lastInboundAt: null })
  const { threadId, guestId } = talk
  const mine = { id, provider, bookingId: null, reservationId: null, guestId, lastWroteAt: minutesAgo(9) }
  const wait = {
    id: `${threadId}_q`,
    channel: 'ota',
    arrivedAt: minutesAgo(9),
    lastAskedAt: minutesAgo(9),
    nearAt: minutesAgo(-900),
    dueBy: minutesAgo(-1400),
    answers: [],
  }
  await db()
    .doc(`threads/${threadId}`)
    .update({ conversations: [mine], exchanges: [wait], unansweredSince: wait.arrivedAt, dueBy: wait.dueBy })
  const says = (minutes: number, authorId: string, body: string, metadata: object) => {
    const messageId = uniqueId('message')
    return db()
      .doc(`threads/${threadId}/messages/${messageId}`)
      .set({
        messageId,
        threadId,
        authorId,
        body,
        createdAt: minutesAgo(minutes),
        source: 'ota',
        type: 'ota-message',
        contentType: 'text',
        externalMessageId: messageId,
        metadata: { conversationId: id, provider, ...metadata },
      })
  }
  return { ...talk, says }
}

/** Answers the thread as the API does, with other facts about the site. */
const knowing = (page: Page, { threadId }: Conversation, ota: object) =>
  page.route(`**/chat/threads/${threadId}`, async route => {
    const response = await route.fetch()
    const thread = await response.json()
    const reachability = { ...thread.reachability, ota: { ...thread.reachability.ota, ...ota } }
    await route.fulfill({ response, json: { ...thread, reachability } })
  })

const application = (page: Page, json: object) =>
  page.route('**/messages-application', route => route.fulfill({ json }))

const line = (page: Page, text: string) => page.locator('[data-site-line]').filter({ hasText: text })
const send = (page: Page) => page.getByRole('button', { name: 'Send to the booking site' })

test('messages at Booking.com show their writers, and an answer from its extranet shows as an answer', async () => {
  const ann = await person('Ann')
  const talk = await talkAt('booking', ann, 'Maria Rossi')
  await talk.says(9, talk.guestId, 'Is there a cot?', { sender: 'guest' })
  await talk.says(8, 'ota-system', 'The guest has opened a request.', { sender: 'system' })
  await talk.says(7, 'ota-property', 'Yes, in every room.', { sender: 'property' })
  const page = await windowOf(ann, `/inbox/${talk.threadId}`)
  await bubble(page, 'Is there a cot?').and(page.locator('[data-ours="false"]')).waitFor()
  await bubble(page, 'Is there a cot?').getByText('Maria Rossi').waitFor()
  await bubble(page, 'Is there a cot?').getByText('Booking.com').waitFor()
  const answer = bubble(page, 'Yes, in every room.')
  await answer.and(page.locator('[data-ours="true"]')).waitFor()
  await answer.getByText('answered at Booking.com').waitFor()
  await line(page, 'Booking.com: The guest has opened a request.').waitFor()
  expect(await bubble(page, 'The guest has opened a request.').count()).toBe(0)
  await look(page, 'site-booking')
})

test('an inquiry at Airbnb shows stay, guest and deadline, and links to the page of its decision', async () => {
  const ann = await person('Ann')
  const talk = await talkAt('airbnb', ann, 'Jo')
  const stay = { arrival: '2026-12-03', departure: '2026-12-07', guests: 3, listing: 'Loft', guestName: 'Jo' }
  const request = { kind: 'inquiry', status: 'pending', respondBy: minutesAgo(-60 * 20) }
  await talk.says(9, 'ota-system', 'inquiry', { sender: 'system', stay, request })
  await talk.says(8, talk.guestId, 'Is it quiet?', {
    sender: 'guest',
    author: { name: 'Jo', role: 'GUEST' },
  })
  await talk.says(7, 'ota-property', 'It is.', {
    sender: 'property',
    author: { name: 'Olga', role: 'COHOST' },
  })
  const page = await windowOf(ann, `/inbox/${talk.threadId}`)
  const inquiry = page.locator('[data-request="inquiry"]')
  await inquiry.getByText('Inquiry at Airbnb').waitFor()
  await inquiry.getByText('3 Dec 2026').waitFor()
  await inquiry.getByText('Loft').waitFor()
  await inquiry.getByText('Answer by').waitFor()
  const decide = inquiry.getByRole('link', { name: /Decide at Airbnb.*opens in a new tab/ })
  expect(await decide.getAttribute('href')).toBe('https://www.airbnb.com/hosting/messages')
  expect(await decide.getAttribute('target')).toBe('_blank')
  expect(await decide.getAttribute('rel')).toContain('noreferrer')
  await bubble(page, 'Is it quiet?').getByText('Jo (Guest)').waitFor()
  await bubble(page, 'It is.').getByText('Olga (Co-host), answered at Airbnb').waitFor()
  await look(page, 'site-airbnb')
})

test('the composer begins with the channel of the last message, and says what would not arrive', async () => {
  const olivia = await person('Olivia', 'operations')
  const talk = await talkAt('booking', olivia, 'Maria Rossi')
  await talk.says(9, talk.guestId, 'Where do I park?', { sender: 'guest' })
  const page = await windowOf(olivia)
  const windowClosesAt = minutesAgo(-3 * 1440).toISOString()
  await knowing(page, talk, { windowClosesAt })
  await application(page, { installed: true, price: 700, currency: 'USD' })
  await page.goto(`/inbox/${talk.threadId}`)
  const ways = page.getByRole('radiogroup', { name: 'Send as' })
  await page.getByText('Booking.com takes messages until').waitFor()
  expect((await ways.allInnerTexts()).join(' ')).toMatch(/^Booking\.com/)
  await textBox(page).fill('See https://example.com/parking, or www.example.org.')
  const marks = page.locator('mark')
  await expect
    .poll(() => marks.allTextContents(), eventually)
    .toEqual(['https://example.com/parking', 'www.example.org'])
  await page.getByText('Booking.com removes these links').waitFor()
  expect(await send(page).isEnabled()).toBe(true)
  await look(page, 'site-composer')
  await textBox(page).fill('a'.repeat(4_001))
  await page.getByText('The limit is 4,000 characters.').waitFor()
  expect(await send(page).isDisabled()).toBe(true)
  await textBox(page).fill('')
  await page.setViewportSize({ width: 1920, height: 1080 })
  if (process.env.LOOK === 'all') await shoot(page, 'site-composer-1920')
})

test('the composer says that messages are switched off, and that the window is over', async () => {
  const olivia = await person('Olivia', 'operations')
  const talk = await talkAt('booking', olivia, 'Maria Rossi')
  const page = await windowOf(olivia)
  const windowClosesAt = minutesAgo(3 * 1440).toISOString()
  await knowing(page, talk, { windowClosesAt, conversation: false })
  await application(page, { installed: false, price: 700, currency: 'USD' })
  await page.goto(`/inbox/${talk.threadId}`)
  await way(page, 'Booking.com').click()
  await page.getByText('Booking.com took messages until').waitFor()
  await page.getByText('Nobody has written at Booking.com yet').waitFor()
  await page.getByText('Operations can switch them on at the channel manager: US$7.00 a month.').waitFor()
  await textBox(page).fill('Hello')
  expect(await send(page).isDisabled()).toBe(true)
  await look(page, 'site-off')
  await page.getByRole('link', { name: 'How to switch them on' }).click()
  await page.waitForURL('**/channels#messages')
})

test('a guest without a booking site has no such channel, and lists are filtered by booking site', async () => {
  const ann = await person('Ann')
  const plain = await conversation({ staff: [ann], name: 'Only Phone' })
  const page = await windowOf(ann, `/inbox/${plain.threadId}`)
  await way(page, 'WhatsApp').waitFor()
  expect(await way(page, 'Booking site').count()).toBe(0)
  await page.goto('/inbox')
  await page.getByRole('button', { name: 'Filter' }).first().click()
  await page.getByRole('dialog').getByLabel('Channel').selectOption({ label: 'Booking site' })
  await page.getByRole('button', { name: 'Show threads' }).click()
  await expect.poll(() => page.url(), eventually).toContain('channel=ota')
})
