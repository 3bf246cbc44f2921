import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db, uniqueId } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { eventually, row } from './support/inbox.ts'
import { look } from './support/look.ts'
import { type Conversation, conversation, guestWrites, person } from './support/world.ts'

withBrowser()

const view = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Which threads' }).getByText(name, { exact: true })
const notice = (page: Page, text: string) => page.getByRole('status').getByText(text)
const pick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Choose ${name}` })
const bar = (page: Page) => page.getByRole('region', { name: 'Chosen threads' })
const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`
const stateOf = async (threadId: string) => (await db().doc(`threads/${threadId}`).get()).get('state')
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const placed = (propertyId: string, more: object = {}) => ({
  propertyId,
  state: 'open',
  ownerId: null,
  unansweredSince: new Date(),
  dueBy: new Date(),
  ...more,
})

test('a list is narrowed by its address, saved under a name, and is there on another device', async () => {
  const ann = await person('Ann')
  const [propertyId, name] = [uniqueId('house'), unique('Zephyr House')]
  await db().doc(`properties/${propertyId}`).set({ name, landlordId: 'nobody' })
  const [here, past, elsewhere] = [unique('Here'), unique('Gone'), unique('Elsewhere')]
  const at = (name: string, thread: object) => conversation({ staff: [ann], name, thread: { ...thread } })
  await at(here, placed(propertyId, { stay: { arrival: day(-2), departure: day(5) } }))
  await at(past, placed(propertyId, { stay: { arrival: day(-9), departure: day(-5) } }))
  await at(elsewhere, placed(uniqueId('house'), { stay: { arrival: day(-2), departure: day(5) } }))
  const page = await windowOf(ann, `/inbox?view=unassigned&property=${propertyId}`)
  await row(page, here).waitFor()
  await row(page, past).waitFor()
  expect(await page.getByTestId('threads').getByRole('link').count()).toBe(2)
  await page.getByRole('button', { name: `Remove the filter Property: ${name}` }).waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await look(page, 'list-filter')
  await dialog.getByRole('combobox', { name: 'Stay' }).selectOption('In house')
  await dialog.getByRole('button', { name: 'Show threads' }).click()
  await row(page, past).waitFor({ state: 'detached' })
  await row(page, here).waitFor()
  await expect.poll(() => page.url(), eventually).toContain('stay=in-house')
  await view(page, 'Recent').click()
  await row(page, here).waitFor()
  await page.getByRole('button', { name: 'Save view' }).click()
  const saved = unique('Zephyr')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(saved)
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
  await view(page, saved).waitFor()
  await page.getByRole('button', { name: 'Delete view' }).waitFor()
  await look(page, 'list-saved')

  const other = await windowOf(ann, '/inbox', { viewport: { width: 360, height: 740 } })
  await expect
    .poll(() => other.getByRole('combobox', { name: 'Which threads' }).textContent(), eventually)
    .toContain(saved)
  await other.getByRole('combobox', { name: 'Which threads' }).selectOption(saved)
  await row(other, here).waitFor()
  await row(other, elsewhere).waitFor({ state: 'detached' })
  await other.getByRole('button', { name: 'Remove the filter Stay: In house' }).click()
  await row(other, past).waitFor()
  await other.goto(`/inbox?view=snoozed&property=${propertyId}`)
  await other.getByText('No thread in Snoozed passes the filter.').waitFor()
  await other.getByRole('button', { name: 'Clear the filter' }).click()
  await expect.poll(() => other.url(), eventually).toMatch(/inbox\?view=snoozed$/)

  await page.getByRole('button', { name: 'Delete view' }).click()
  await notice(page, `The view “${saved}” is deleted.`).waitFor()
  await view(page, saved).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await view(page, saved).waitFor()
})

test('several threads are closed at once, a failed one is tried again, and the changes are undone', async () => {
  const ann = await person('Ann')
  const propertyId = uniqueId('house')
  const guests = [unique('One'), unique('Two'), unique('Three'), unique('Four')]
  const talks: Conversation[] = []
  for (const name of guests) {
    const talk = await conversation({ staff: [ann], name, thread: { propertyId } })
    await guestWrites(talk, `Hello from ${name}`)
    talks.push(talk)
  }
  const [one = '', two = '', three = '', four = ''] = guests
  const page = await windowOf(ann, `/inbox?property=${propertyId}`)
  // The newest is first.
  await row(page, one).waitFor()
  await row(page, four).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await bar(page).getByText('1 chosen').waitFor()
  await pick(page, one).click({ modifiers: ['Shift'] })
  await bar(page).getByText('3 chosen').waitFor()
  expect(await pick(page, four).isChecked()).toBe(false)
  await look(page, 'list-chosen')
  const [, second] = talks
  const failing = `**/chat/threads/${second?.threadId}/state`
  await page.route(failing, route =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Busy',
        status: 503,
        code: 'thread-busy',
        errors: [],
        detail: 'The thread is busy.',
        requestId: 'r',
        retryable: true,
      },
    }),
  )
  await bar(page).getByRole('button', { name: 'Done…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'No answer needed' }).click()
  await bar(page).getByText(`${two}: The thread is busy.`).waitFor()
  await bar(page).getByText('1 chosen').waitFor()
  await expect
    .poll(() => Promise.all(talks.map(({ threadId }) => stateOf(threadId))), eventually)
    .toEqual(['done', 'open', 'done', 'open'])
  await page.unroute(failing)
  await bar(page).getByRole('button', { name: 'Try these again' }).click()
  await bar(page).waitFor({ state: 'detached' })
  await notice(page, '1 thread is done.').waitFor()
  expect(await stateOf(second?.threadId ?? '')).toBe('done')

  await page.keyboard.press('x')
  await bar(page).waitFor()
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
  await pick(page, three).click()
  await pick(page, two).click()
  await bar(page).getByRole('button', { name: 'Snooze…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'In one hour' }).click()
  await page.getByText('2 threads are snoozed until').waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: '2 threads are snoozed' })
    .getByRole('button', { name: 'Undo' })
    .last()
    .click()
  await expect
    .poll(() => Promise.all(talks.map(({ threadId }) => stateOf(threadId))), eventually)
    .toEqual(['done', 'done', 'done', 'open'])

  // A thread whose guest waits is closed with a reason; undo brings the wait back, too.
  const waits = talks[3]?.threadId ?? ''
  await pick(page, four).click()
  await bar(page).getByRole('button', { name: 'Done…' }).click()
  if (talks[3]) await guestWrites(talks[3], 'We are locked out')
  await page.getByRole('dialog').getByRole('button', { name: 'Spam' }).click()
  await bar(page).getByText(`${four}: There is a message that you have not seen`).waitFor()
  expect(await stateOf(waits)).toBe('open')
  await row(page, four).getByText('We are locked out').waitFor()
  await bar(page).getByRole('button', { name: 'Try these again' }).click()
  await expect.poll(() => stateOf(waits), eventually).toBe('done')
  await bar(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => stateOf(waits), eventually).toBe('open')
  expect((await db().doc(`threads/${waits}`).get()).get('unansweredSince')).toBeDefined()

  // A message that comes while the thread is marked as read stays unread.
  const calls = async () => (await db().doc(`threads/${waits}`).get()).get('needsAttention')
  const read = async () => {
    await pick(page, four).click()
    const answer = page.waitForResponse(`**/chat/threads/${waits}/read`)
    await bar(page).getByRole('button', { name: 'Mark as read' }).click()
    expect((await answer).status()).toBe(204)
  }
  const last = talks[3]
  await page.route(`**/chat/threads/${waits}/read`, async route => {
    if (last) await guestWrites(last, 'And a cot, please')
    await route.continue()
  })
  await read()
  expect(await calls()).toContain(ann.uid)
  await page.unroute(`**/chat/threads/${waits}/read`)
  await row(page, four).getByText('And a cot, please').waitFor()
  await read()
  expect(await calls()).not.toContain(ann.uid)
})

test('at 360 pixels threads are chosen by a tap, and letter keys do nothing where they are switched off', async () => {
  const ann = await person('Ann')
  const propertyId = uniqueId('house')
  const [one, two] = [unique('Uno'), unique('Due')]
  const talks: Conversation[] = []
  for (const name of [one, two])
    talks.push(await conversation({ staff: [ann], name, thread: placed(propertyId) }))
  const page = await windowOf(ann, `/inbox?property=${propertyId}`, { viewport: { width: 360, height: 740 } })
  await pick(page, one).click()
  await pick(page, two).click()
  await look(page, 'list-chosen-narrow')
  await page.setViewportSize({ width: 360, height: 740 })
  await bar(page).getByRole('button', { name: 'Assign to…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'You', exact: true }).click()
  await notice(page, '2 threads are assigned to you.').waitFor()
  for (const { threadId } of talks)
    expect((await db().doc(`threads/${threadId}`).get()).get('ownerId')).toBe(ann.uid)
  await page.getByRole('button', { name: 'Account: Ann' }).click()
  await page.getByText('Letter keys off').click()
  await page.keyboard.press('Escape')
  await row(page, one).focus()
  await page.keyboard.press('x')
  await expect.poll(() => bar(page).count(), eventually).toBe(0)
  await page.reload()
  await row(page, one).waitFor()
  expect(await row(page, one).getAttribute('aria-keyshortcuts')).toBeNull()
})
