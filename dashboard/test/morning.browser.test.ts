import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { eventually, textBox } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { conversation, guestWrites, messagesIn, person } from './support/world.ts'

withBrowser()

/** The day in the zone of the window. */
const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Europe/Madrid' })

const counts = (items: { kind: string; count: number }[], more: object = {}) => ({
  json: { items, allItems: null, requests: null, since: new Date(), deliveries: [], ...more },
})

test('today has the most urgent guests, who are answered there, and arrivals', journey, async () => {
  const sam = await person('Sam')
  const name = `Ines ${sam.uid.slice(-6)}`
  const stay = { arrival: today(), departure: '2999-01-01' }
  const talk = await conversation({ staff: [sam], name, thread: { propertyName: 'Casa Alameda', stay } })
  await guestWrites(talk, 'We are locked out!')
  // The first of all.
  await db()
    .doc(`threads/${talk.threadId}`)
    .update({ dueBy: new Date(Date.now() - 400 * 86_400_000) })
  const page = await windowOf(sam, '/')
  const guests = page.getByRole('region', { name: 'Answer these guests first' })
  const guest = guests.getByRole('listitem').filter({ hasText: name })
  await guest.getByText('We are locked out!', { exact: true }).waitFor()
  await guest.getByText('400 days late').waitFor()
  await page.getByRole('region', { name: 'Arriving today' }).getByRole('listitem').first().waitFor()
  await look(page, 'morning')
  await guest.getByRole('button', { name: `Answer ${name}` }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), eventually).toBe('TEXTAREA')
  await look(page, 'morning-answer')
  await textBox(page).fill('The key is under the mat.')
  await textBox(page).press('Control+Enter')
  await guest.waitFor({ state: 'hidden' })
  expect((await messagesIn(talk.threadId)).at(-1)).toMatchObject({ body: 'The key is under the mat.' })
})

test('today says which house needs somebody, and every line leads to its list', async () => {
  const olivia = await person('Olivia', 'operations')
  const page = await windowOf(olivia)
  const about = {
    propertyId: 'p',
    propertyName: 'Casa Alameda',
    status: 'open',
    detail: '',
    nextAction: null,
  }
  await page.route('**/api/items?*', route =>
    route.fulfill({
      json: {
        items: ['channel-off', 'not-bookable'].map(kind => ({ ...about, id: kind, kind, createdAt: null })),
        nextCursor: null,
      },
    }),
  )
  const items = [
    { kind: 'send-failed', count: 5 },
    { kind: 'channel-off', count: 1 },
  ]
  await page.route('**/api/morning', route => route.fulfill(counts(items, { allItems: 8, requests: 3 })))
  await page.goto('/')
  const line = (part: string, text: string) =>
    page.getByRole('region', { name: part }).getByRole('listitem').filter({ hasText: text })
  await line('Houses that need you', 'Casa Alameda · A channel is off · Nothing can be booked').waitFor()
  for (const [text, path] of [
    ['A message did not reach the guest · 5', '/items?kind=send-failed'],
    ['Requests that wait · 3', '/requests?status=pending'],
    ['Everything else · 2', '/items'],
  ] as const)
    expect(await line('To do', text).getByRole('link').getAttribute('href')).toBe(path)
})

test('today says what cannot be loaded', async () => {
  const page = await windowOf(await person('Sam'))
  let isDown = true
  await page.route('**/api/morning', route => route.fulfill(isDown ? { status: 500, json: {} } : counts([])))
  await page.goto('/')
  await page.getByText('Can’t load the open items.').waitFor()
  isDown = false
  await page.getByRole('region', { name: 'To do' }).getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nothing to do.').waitFor()
})
