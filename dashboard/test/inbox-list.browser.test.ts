import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db, fromStack } from '../../functions/test/support/stack.ts'
import { openWindow, signIn, windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, row, textBox } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { conversation, guestWrites, person } from './support/world.ts'

withBrowser()

test('everything works by keyboard', journey, async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam], name: 'Keyboard Guest' })
  await guestWrites(talk, 'xylophone')
  const page = await windowOf(sam)
  await page.getByRole('searchbox', { name: 'Search threads' }).waitFor()
  await page.keyboard.press('Tab')
  await page.locator(':focus').getByText('Skip to the content').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe('New message')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Search threads')
  await page.keyboard.type('xylophone')
  await row(page, 'xylophone').waitFor()
  await expect.poll(() => page.getByTestId('threads').getByRole('link').count(), eventually).toBe(1)
  const isInList = () =>
    page.evaluate(() => document.activeElement?.matches('[data-testid="threads"] a') === true)
  for (let presses = 0; presses < 6 && !(await isInList()); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Keyboard Guest' }).waitFor()
  await expect.poll(() => page.locator(':focus').textContent(), eventually).toBe('Keyboard Guest')
  await textBox(page).waitFor()
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(() => document.activeElement?.tagName)) === 'TEXTAREA') break
  }
  await page.keyboard.type('Typed, not clicked')
  await page.keyboard.press('Control+Enter')
  await bubble(page, 'Typed, not clicked').waitFor()
})

test('the views Recent, Unread and Important show their threads, and marks hold', async () => {
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

test('going back on a narrow screen returns to the row that was left', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: 'Narrow Guest' })
  await guestWrites(talk, 'Hello')
  const page = await windowOf(ann, '/inbox', { viewport: { width: 768, height: 900 } })
  await row(page, 'Narrow Guest').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator(':focus').textContent(), eventually).toBe('Narrow Guest')
  await page.getByRole('link', { name: 'Back to the threads' }).click()
  await expect.poll(() => page.locator(':focus').textContent(), eventually).toContain('Narrow Guest')
})

test('a failed search leaves the list, and is repeated when the browser is online again', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: 'Still Here' })
  await guestWrites(talk, `one ${talk.threadId}`)
  const page = await windowOf(ann)
  await row(page, `one ${talk.threadId}`).waitFor()
  const index = '**/indexes/*/queries*'
  await page.route(index, route => route.abort())
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByRole('alert').getByText('The server can’t be reached.').waitFor()
  await row(page, `one ${talk.threadId}`).waitFor()
  await page.unroute(index)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

test('a failed first search says so beside the threads heard live, and is repeated', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: 'First Search' })
  await guestWrites(talk, `zero ${talk.threadId}`)
  const page = await openWindow()
  const index = '**/indexes/*/queries*'
  await page.route(index, route => route.abort())
  const stream = page.waitForResponse(/Listen\/channel.*RID=rpc/)
  await signIn(page, ann, '/inbox')
  const failure = page.getByRole('alert').getByText('The server can’t be reached.')
  await failure.waitFor()
  await stream
  await row(page, `zero ${talk.threadId}`).waitFor()
  await failure.waitFor()
  await page.unroute(index)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await row(page, `zero ${talk.threadId}`).waitFor()
  await failure.waitFor({ state: 'detached' })
})

test('typing and changing views keeps one listener', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: 'Listening On' })
  await guestWrites(talk, `three ${talk.threadId}`)
  const page = await openWindow()
  let listens = 0
  page.on('request', request => {
    const body = request.postData() ?? ''
    if (/addTarget/.test(body) && /updatedAt/.test(body)) listens += 1
  })
  await signIn(page, ann, '/inbox')
  await row(page, `three ${talk.threadId}`).waitFor()
  await expect.poll(() => listens, eventually).toBe(1)
  await page.getByRole('searchbox', { name: 'Search threads' }).pressSequentially('three', { delay: 200 })
  await row(page, `three ${talk.threadId}`).waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('radiogroup', { name: 'Which threads' }).getByText('Unread', { exact: true }).click()
  await row(page, `three ${talk.threadId}`).waitFor()
  await page.waitForTimeout(4_000)
  expect(listens).toBe(1)
})

test('a change in another window appears without Firestore, too', async () => {
  const ann = await person('Ann')
  const talk = await conversation({ staff: [ann], name: 'Marked Elsewhere' })
  await guestWrites(talk, `two ${talk.threadId}`)
  const page = await openWindow()
  await page.route(`http://${fromStack('FIRESTORE_EMULATOR_HOST')}/**`, route => route.abort())
  await signIn(page, ann, '/inbox')
  // The row comes once the index has it, which takes longer on a busy machine.
  await row(page, `two ${talk.threadId}`).getByText('Unread').waitFor({ state: 'attached', timeout: 170_000 })
  const other = await windowOf(ann, `/inbox/${talk.threadId}`)
  await bubble(other, `two ${talk.threadId}`).waitFor()
  await row(page, `two ${talk.threadId}`).getByText('Unread').waitFor({ state: 'detached' })
})

test('code that is gone loads with one reload; a part that cannot load leaves the rest', async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam], name: 'Lazy Guest' })
  const page = await openWindow()
  let [missing, reloads] = [0, 0]
  page.on('request', request => {
    if (missing > 0 && request.isNavigationRequest()) reloads += 1
  })
  await page.route('**/assets/thread-pane-*.js', route => {
    missing += 1
    return reloads === 0 ? route.fulfill({ status: 404 }) : route.continue()
  })
  await page.route('**/assets/template-dialog-*.js', route => route.fulfill({ status: 404 }))
  await signIn(page, sam, `/inbox/${talk.threadId}`)
  await page.getByRole('heading', { name: 'Lazy Guest' }).waitFor()
  await textBox(page).fill('Not to be lost')
  await page.getByRole('button', { name: 'Choose a template' }).click()
  await page.getByText('Part of this page couldn’t be loaded.').waitFor()
  expect(await textBox(page).inputValue()).toBe('Not to be lost')
  expect(reloads).toBe(1)
})

/** The index finds these pages, whatever is searched for. */
async function indexFinds(page: Page, pages: object[][]): Promise<void> {
  await page.route('**/indexes/*/queries*', route => {
    const { requests } = route.request().postDataJSON() as { requests: { page?: number }[] }
    const results = requests.map(({ page: number = 0 }) => ({
      hits: pages[number] ?? [],
      page: number,
      nbPages: pages.length,
      nbHits: pages.flat().length,
      hitsPerPage: 50,
      query: '',
      params: '',
    }))
    return route.fulfill({ json: { results }, headers: { 'Access-Control-Allow-Origin': '*' } })
  })
}

const records = (count: number, needsAttention: string[], from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    objectID: `many-${from + index}`,
    threadId: `many-${from + index}`,
    source: 'guest',
    guestName: `Guest number ${from + index}`,
    lastMessage: null,
    updatedAt: 1_000_000 - from - index,
    participantIds: [],
    needsAttention,
    important: [],
    version: 1,
  }))

test('Tab leads back to the row that had the focus, however far the list was scrolled since', async () => {
  const ann = await person('Ann')
  const page = await openWindow()
  await indexFinds(page, [records(50, [ann.uid]), records(50, [ann.uid], 50)])
  await signIn(page, ann, '/inbox?view=unread')
  await row(page, 'Guest number 1').first().waitFor()
  await row(page, 'Guest number 0').focus()
  await page.keyboard.press('ArrowDown')
  await page.getByTestId('threads').evaluate(element => {
    element.scrollTop = 3_850
  })
  await row(page, 'Guest number 42').waitFor()
  await expect.poll(() => page.locator(':focus').textContent(), eventually).toContain('Guest number 1')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator(':focus').textContent(), eventually).toContain('Guest number 1')
})

test('a page of threads that were read meanwhile does not end the list', async () => {
  const ann = await person('Ann')
  const page = await openWindow()
  await indexFinds(page, [records(50, []), records(1, [ann.uid], 50)])
  await signIn(page, ann, '/inbox?view=unread')
  await row(page, 'Guest number 50').waitFor()
})
