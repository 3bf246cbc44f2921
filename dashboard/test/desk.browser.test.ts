import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { shoot, windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, row, textBox } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { conversation, guestWrites, person } from './support/world.ts'

withBrowser()

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const view = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Which threads' }).getByText(name, { exact: true })
const act = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Owner and state' }).getByRole('button', { name, exact: true })
const notice = (page: Page, text: string) => page.getByRole('status').getByText(text)
const line = (page: Page, text: string) => page.locator('[data-event]').filter({ hasText: text })
const deskOf = async (threadId: string) => (await db().doc(`threads/${threadId}`).get()).data()
const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`

/** Threads that have waited for days stand before other tests' threads. */
const waiting = (days: number, more: object = {}) => ({
  state: 'open',
  ownerId: null,
  unansweredSince: minutesAgo(days * 1440 + 60),
  dueBy: minutesAgo(days * 1440),
  updatedAt: minutesAgo(days * 1440 + 60),
  ...more,
})

test('each view holds its threads, longest waiting first, with an address and a count', async () => {
  const ann = await person('Ann')
  const names = { old: unique('Old'), late: unique('Late'), mine: unique('Mine'), calm: unique('Calm') }
  const at = (name: string, thread: object) => conversation({ staff: [ann], name, thread: { ...thread } })
  const soon = new Date(Date.now() + 50 * 60_000)
  await at(names.late, waiting(200))
  await at(names.old, waiting(300))
  await at(names.mine, waiting(0, { ownerId: ann.uid, dueBy: soon }))
  await at(names.calm, { state: 'waiting', ownerId: ann.uid, updatedAt: new Date() })
  const [asleep, done] = [unique('Asleep'), unique('Done')]
  await at(asleep, { state: 'snoozed', snoozedUntil: new Date(Date.now() + 3_600_000) })
  await at(done, { state: 'done', updatedAt: new Date() })
  const page = await windowOf(ann)
  await page.route('**/api/overview', route =>
    route.fulfill({
      json: { views: { mine: 7, unassigned: 1, overdue: 3, waiting: 4, snoozed: 5, done: 1234 } },
    }),
  )
  await page.goto('/inbox?view=unassigned')
  await row(page, names.old).waitFor()
  const texts = await page.getByTestId('threads').getByRole('link').allTextContents()
  const placeOf = (name: string) => texts.findIndex(text => text.includes(name))
  expect(placeOf(names.old)).toBeLessThan(placeOf(names.late))
  expect(placeOf(names.mine)).toBe(-1)
  await page.getByRole('radiogroup', { name: 'Which threads' }).getByText('1,234').waitFor()
  await row(page, names.old).getByText('300 days late').waitFor()
  await row(page, names.old).getByLabel('Needs an answer').waitFor()
  await view(page, 'Mine').click()
  await expect.poll(() => page.url(), eventually).toContain('view=mine')
  await row(page, names.mine)
    .getByText(/due in \d+ mins/)
    .waitFor()
  await row(page, names.mine).getByLabel('Owner: You').waitFor()
  await row(page, names.calm).getByText('Waiting for the guest').waitFor()
  expect(await page.getByTestId('threads').getByRole('link').count()).toBe(2)
  // A list that is loaded whole shows its own count.
  await page.getByRole('radiogroup', { name: 'Which threads' }).getByText('2', { exact: true }).waitFor()
  await view(page, 'Overdue').click()
  await row(page, names.old).waitFor()
  await row(page, names.mine).waitFor({ state: 'detached' })
  await view(page, 'Snoozed').click()
  await row(page, asleep).waitFor()
  await view(page, 'Done').click()
  await row(page, done).waitFor()
  await row(page, asleep).waitFor({ state: 'detached' })
})

test(
  'a thread is taken, given and put back by one press each, undone, and its events say who did it',
  journey,
  async () => {
    const [ann, bob] = [await person('Ann'), await person(unique('Bob'))]
    const talk = await conversation({ staff: [ann], name: unique('Taken') })
    await guestWrites(talk, 'Who looks after me?')
    const page = await windowOf(ann, `/inbox/${talk.threadId}`)
    await bubble(page, 'Who looks after me?').waitFor()
    await act(page, 'Take').click()
    await notice(page, 'The thread is yours.').waitFor()
    // Undo is offered for twenty seconds, in which a busy machine may not show the event.
    await page.getByRole('button', { name: 'Undo' }).click()
    await line(page, 'You took the thread').waitFor()
    await line(page, 'You returned the thread to the queue').waitFor()
    await expect.poll(async () => (await deskOf(talk.threadId))?.ownerId, eventually).toBeNull()
    await act(page, 'Assign to…').click()
    await page.getByRole('dialog').getByRole('button', { name: bob.name }).click()
    await line(page, `You assigned the thread to ${bob.name}`).waitFor()
    await page.getByText(`Owner: ${bob.name}`).first().waitFor()
    expect(await deskOf(talk.threadId)).toMatchObject({
      ownerId: bob.uid,
      attention: { [bob.uid]: [{ cause: 'assigned' }] },
    })
    await act(page, 'Back to the queue').click()
    await act(page, 'Take').waitFor()
    const other = await windowOf(bob, `/inbox/${talk.threadId}`)
    await line(other, 'Ann returned the thread to the queue').first().waitFor()
  },
)

test('Done asks for a reason by one key while the guest waits, and Z undoes it with the deadline', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: unique('Closed') })
  await guestWrites(talk, 'Thanks, all fine!')
  const before = await deskOf(talk.threadId)
  const page = await windowOf(ann, `/inbox/${talk.threadId}`)
  await bubble(page, 'Thanks, all fine!').waitFor()
  await act(page, 'Done').waitFor()
  await page.keyboard.press('e')
  await page.getByRole('heading', { name: 'Why is no answer needed?' }).waitFor()
  await page.keyboard.press('2')
  await notice(page, 'The thread is done.').waitFor()
  expect(await deskOf(talk.threadId)).toMatchObject({ state: 'done' })
  await page.keyboard.press('z')
  await line(page, 'You closed the thread: No answer needed').waitFor()
  await line(page, 'You undid the last change').waitFor()
  expect(await deskOf(talk.threadId)).toMatchObject({
    state: 'open',
    unansweredSince: before?.unansweredSince,
    dueBy: before?.dueBy,
  })
  await textBox(page).fill('e')
  await textBox(page).press('w')
  expect(await textBox(page).inputValue()).toBe('ew')
  await textBox(page).press('Escape')
  await page.keyboard.press('w')
  await line(page, 'You set the thread to wait for the guest').waitFor()
  await page.keyboard.press('o')
  await line(page, 'You opened the thread again').waitFor()
})

test('a snooze is two keys, shows until when, and moves no deadline', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: unique('Asleep') })
  await guestWrites(talk, 'Tomorrow is fine')
  const before = await deskOf(talk.threadId)
  const page = await windowOf(ann, `/inbox/${talk.threadId}`)
  await act(page, 'Snooze').waitFor()
  await page.keyboard.press('s')
  await page.getByRole('heading', { name: 'Snooze until' }).waitFor()
  await page.keyboard.press('1')
  await page.getByText('The thread is snoozed until').waitFor()
  const after = await deskOf(talk.threadId)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(after).toMatchObject({ state: 'snoozed', dueBy: before?.dueBy })
  expect(after?.snoozedUntil.toMillis()).toBeGreaterThan(Date.now() + 50 * 60_000)
  await line(page, 'You snoozed the thread until').waitFor()
  await act(page, 'Wait for the guest').waitFor()
  await expect.poll(async () => (await deskOf(talk.threadId))?.state, eventually).toBe('open')
})

test('a key counts that is pressed while its dialog still loads', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: unique('Quick') })
  await guestWrites(talk, 'Thanks, all fine!')
  const page = await windowOf(ann, `/inbox/${talk.threadId}`)
  const late = Promise.withResolvers<void>()
  await page.route(/\/choice-dialog-.*\.js$/, async route => {
    await late.promise
    await route.continue()
  })
  await act(page, 'Done').waitFor()
  await page.keyboard.press('e')
  await page.keyboard.press('2')
  await notice(page, 'The thread is done.').waitFor()
  await line(page, 'You closed the thread: No answer needed').waitFor()
  late.resolve()
})

test('a change stays shown, whatever is read before the server has it', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: unique('Said') })
  const page = await windowOf(ann, `/inbox/${talk.threadId}`)
  await act(page, 'Wait for the guest').waitFor()
  const gate = Promise.withResolvers<void>()
  await page.route('**/state', async route => {
    await gate.promise
    await route.continue()
  })
  await page.keyboard.press('w')
  await act(page, 'Open again').waitFor()
  const read = page.waitForResponse(
    answer => answer.url().endsWith(`/threads/${talk.threadId}`) && answer.request().method() === 'GET',
  )
  await page.getByRole('button', { name: 'Mark as important' }).click()
  await (await read).finished()
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await act(page, 'Wait for the guest').count()).toBe(0)
  gate.resolve()
  await line(page, 'You set the thread to wait for the guest').waitFor()
  await page.keyboard.press('o')
  await line(page, 'You opened the thread again').waitFor()
})

test('a change that fails is taken back and reported', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: unique('Refused') })
  const page = await windowOf(ann, `/inbox/${talk.threadId}`)
  await act(page, 'Take').waitFor()
  await page.route('**/owner', route => route.abort())
  await act(page, 'Take').click()
  await notice(page, 'The server can’t be reached.').waitFor()
  await act(page, 'Take').waitFor()
})

const about = (talk: { guestId: string; guestName: string; phone: string }) => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const stay = {
    reservationId: 'BDC-4711',
    propertyId: 'casa',
    ota: 'booking',
    otaBookingNumber: '4711',
    notes: 'A cot, please.',
    arrivalTime: '15:00',
    leadGuest: { name: 'Paolo Neri', phone: talk.phone, email: null },
    party: { adults: 2, children: 1, infants: 1 },
  }
  return {
    guest: {
      guestId: talk.guestId,
      name: talk.guestName,
      phone: talk.phone,
      email: 'maria.rossi@example.com',
      language: 'it',
      note: 'Comes with a dog.',
      optedOut: {},
    },
    stay: { ...stay, arrival: day(-1), departure: day(3), amount: 48_200, currency: 'EUR' },
    otherStays: [{ ...stay, reservationId: 'BDC-12', arrival: '2025-08-01', departure: '2025-08-09' }],
    property: {
      propertyId: 'casa',
      name: 'Casa Alameda',
      timeZone: 'America/Sao_Paulo',
      landlordId: null,
      facts: { 'Wi-Fi': 'harbour, sunny-days', 'Door code': '4711' },
    },
  }
}

test('the desk is accessible, and fits from 360 to 1920 pixels', async () => {
  const [ann, bob] = [await person('Ann', 'operations'), await person(unique('Bob'))]
  const talk = await conversation({ staff: [ann], name: 'Maria Rossi' })
  await guestWrites(talk, 'We are locked out! The code at the door does not work, and it is raining.')
  const near = new Date(Date.now() + 9 * 60_000)
  await db().doc(`threads/${talk.threadId}`).update({ dueBy: near, ownerId: ann.uid })
  await conversation({ staff: [ann], name: 'Late Larsen', thread: waiting(400, { ownerId: bob.uid }) })
  const page = await windowOf(ann, '/inbox?view=mine')
  await page.route('**/about', route => route.fulfill({ json: about(talk) }))
  await page.route('**/api/overview', route =>
    route.fulfill({
      json: { views: { mine: 1, unassigned: 12, overdue: 3, waiting: 8, snoozed: 2, done: 140 } },
    }),
  )
  await page.reload()
  await row(page, 'Maria Rossi').getByText('due in').waitFor()
  await look(page, 'desk-mine')
  await page.goto('/inbox?view=overdue')
  await row(page, 'Late Larsen').waitFor()
  await look(page, 'desk-overdue')
  await page.goto(`/inbox/${talk.threadId}?view=overdue`)
  await bubble(page, 'We are locked out!').waitFor()
  await page.getByRole('button', { name: 'About this thread' }).click()
  await page.getByRole('region', { name: 'About this thread' }).getByText('€482.00').waitFor()
  await page.keyboard.press('q')
  await line(page, 'You returned the thread to the queue').waitFor()
  await page.keyboard.press('t')
  await line(page, 'You took the thread').waitFor()
  await look(page, 'desk-thread')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await row(page, 'Late Larsen').waitFor()
  if (process.env.LOOK === 'all') await shoot(page, 'desk-thread-1920')
  await page.setViewportSize({ width: 360, height: 740 })
  // The key works like the button, which appears once the page knows that it is narrow.
  await page.getByRole('button', { name: 'About this thread' }).waitFor()
  await page.keyboard.press('i')
  await page.getByRole('dialog').getByText('maria.rossi@example.com').waitFor()
  await look(page, 'desk-about')
})

test('at 360 pixels views are a menu, and a thread is closed by two presses', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: unique('Narrow') })
  await guestWrites(talk, 'Bye!')
  await db().doc(`threads/${talk.threadId}`).update({ ownerId: ann.uid })
  const page = await windowOf(ann, '/inbox', { viewport: { width: 360, height: 740 } })
  await page.getByRole('combobox', { name: 'Which threads' }).selectOption('mine')
  await row(page, talk.guestName).click()
  await act(page, 'Done').click()
  await page.getByRole('button', { name: 'Answered elsewhere' }).click()
  await line(page, 'You closed the thread: Answered elsewhere').waitFor()
  await page.getByRole('link', { name: 'Back to the threads' }).click()
  await page.getByText('You own no thread that is open.').waitFor()
})
