import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { eventually, row, textBox, way } from './support/inbox.ts'
import { look } from './support/look.ts'
import { conversation, guestWrites, person } from './support/world.ts'

withBrowser()

const year = new Date().getFullYear()
const atHarbourView = {
  propertyName: 'Harbour View',
  stay: { arrival: `${year}-12-03`, departure: `${year}-12-07` },
}

/** The whole line; the spaces around the dash are the browser's choice. */
const where = /^Harbour View · 3\s?–\s?7 Dec$/

/** Texts of a row that do not fit, at 320 pixels of list. */
const clipped = (mine: Locator) =>
  mine.evaluate(link => {
    link.style.width = '320px'
    return [...link.querySelectorAll<HTMLElement>('span')]
      .filter(one => one.offsetWidth > 1 && one.scrollWidth > one.clientWidth && one.clientWidth > 0)
      .map(one => one.textContent)
  })

const boxOf = async (page: Page, text: string) => {
  const box = await row(page, text).boundingBox()
  if (!box) throw new Error(`no row says ${text}`)
  return box
}

test('a row has name and deadline, the words over its width, then property, stay and signs', async () => {
  const ann = await person('Ann Bell')
  const name = `Rows ${ann.uid.slice(-6)}`
  const talk = await conversation({ staff: [ann], name, thread: { ...atHarbourView, ownerId: ann.uid } })
  await guestWrites(talk, 'Is there a crib?')
  const page = await windowOf(ann, '/inbox?view=mine')
  const mine = row(page, name)
  const line = mine.getByText(where)
  await line.waitFor()
  const { height } = (await line.boundingBox()) ?? {}
  expect(height).toBeLessThan(20)
  await mine.getByText('WhatsApp', { exact: true }).waitFor()
  await mine.getByText(/^due in/).waitFor()
  await mine.getByRole('img', { name: 'Owner: You' }).getByText('AB').waitFor()
  await db()
    .doc(`threads/${talk.threadId}`)
    .update({
      failedSends: ['one', 'two'],
      attention: { [ann.uid]: [{ cause: 'send-failed', since: new Date() }] },
    })
  await mine.getByText('2 not sent').waitFor()
  expect(await mine.getByText('A message of yours was not sent').count()).toBe(0)
  await mine.getByText('Is there a crib?', { exact: true }).waitFor()
  expect(await clipped(mine)).toEqual([])
})

test('a row of a guest of a booking site names the site', async () => {
  const ann = await person('Ann')
  const name = `Site ${ann.uid.slice(-6)}`
  const at = new Date()
  const exchange = {
    id: `${ann.uid}-1`,
    channel: 'ota',
    provider: 'airbnb',
    arrivedAt: at,
    lastAskedAt: at,
    nearAt: at,
    dueBy: at,
    answers: [{ messageId: 'one', by: ann.uid, at }],
  }
  await conversation({
    staff: [ann],
    name,
    thread: {
      ...atHarbourView,
      ownerId: ann.uid,
      state: 'open',
      exchanges: [exchange],
      conversations: [{ id: 'c', provider: 'airbnb', lastWroteAt: at }],
    },
  })
  const page = await windowOf(ann, '/inbox?view=mine')
  await row(page, name).getByText(where).waitFor()
  await row(page, name).getByText('Airbnb').waitFor()
})

/** Writes in a thread; the returned function stops and clears the text. */
function keepsWriting(page: Page): () => Promise<void> {
  let isOver = false
  const writing = (async () => {
    await way(page, 'Note').click()
    while (!isOver) await textBox(page).pressSequentially('One moment ', { delay: 100 })
  })()
  return async () => {
    isOver = true
    await writing
    await textBox(page).fill('')
  }
}

test('a row shows other writers in its thread, whichever thread is open or none', async () => {
  const [ann, bob, cem] = [await person('Ann'), await person('Bob'), await person('Cem')]
  const id = ann.uid.slice(-6)
  const talkOf = async (name: string) => {
    const talk = await conversation({ staff: [ann], name, thread: { ownerId: ann.uid, state: 'open' } })
    await guestWrites(talk, 'Anybody there?')
    return talk
  }
  const [written, quiet] = [await talkOf(`Written ${id}`), await talkOf(`Quiet ${id}`)]
  const [none, another, itself, first, second] = await Promise.all([
    windowOf(ann, '/inbox?view=mine'),
    windowOf(ann, `/inbox/${quiet.threadId}?view=mine`),
    windowOf(ann, `/inbox/${written.threadId}?view=mine`),
    windowOf(bob, `/inbox/${written.threadId}`),
    windowOf(cem, `/inbox/${written.threadId}`),
  ])
  const mine = [none, another, itself]
  const line = (text: string | RegExp) =>
    Promise.all(mine.map(page => row(page, `Written ${id}`).getByText(text).waitFor()))
  await line('Anybody there?')
  const bobStops = keepsWriting(first)
  await line('Bob is writing…')
  await look(none, 'rows-writing')
  await none.setViewportSize({ width: 1280, height: 800 })
  const cemStops = keepsWriting(second)
  await line(/(Bob and Cem|Cem and Bob) are writing…/)
  // The other writer stays, and the user's own writing does not show.
  await bobStops()
  await line('Cem is writing…')
  const annStops = keepsWriting(itself)
  await first.getByRole('status').getByText('Ann').getByText('writing…').waitFor()
  await line('Cem is writing…')
  await cemStops()
  await line('Anybody there?')
  await annStops()
  for (const page of mine) await row(page, `Quiet ${id}`).getByText('Anybody there?').waitFor()
})

test('rows have the height chosen on this device, at every width', async () => {
  const ann = await person('Ann Bell')
  const id = ann.uid.slice(-6)
  for (const [number, text] of [
    'Is there a crib?',
    'We are locked out! It is raining, and the code is wrong.',
  ].entries()) {
    const thread = { ...atHarbourView, ownerId: ann.uid, importantFor: [ann.uid] }
    const talk = await conversation({ staff: [ann], name: `Low ${id} ${number}`, thread })
    await guestWrites(talk, text)
    if (number > 0)
      await db()
        .doc(`threads/${talk.threadId}`)
        .update({ failedSends: ['one'] })
  }
  const page = await windowOf(ann, '/inbox?view=mine')
  const compact = page.getByRole('button', { name: 'Compact rows' })
  const pressed = () => compact.getAttribute('aria-pressed')
  await row(page, `Low ${id} 0`).getByText(where).waitFor()
  await row(page, `Low ${id} 1`).getByText('Not sent').waitFor()
  const { height: high } = await boxOf(page, `Low ${id} 0`)
  await look(page, 'rows-comfortable')
  await page.setViewportSize({ width: 1280, height: 800 })
  await compact.click()
  expect(await pressed()).toBe('true')
  const { height: low } = await boxOf(page, `Low ${id} 0`)
  console.log(`rows, pixels: ${high} comfortable, ${low} compact`)
  expect(low).toBeLessThan(high * 0.75)
  // The rows do not overlap.
  const [one, other] = [await boxOf(page, `Low ${id} 0`), await boxOf(page, `Low ${id} 1`)]
  expect(Math.abs(one.y - other.y)).toBeCloseTo(low)
  await row(page, `Low ${id} 0`).getByText('WhatsApp', { exact: true }).waitFor()
  await look(page, 'rows-compact')
  await page.reload()
  await expect.poll(pressed, eventually).toBe('true')
  expect((await boxOf(page, `Low ${id} 0`)).height).toBe(low)
  await compact.click()
  await expect.poll(async () => (await boxOf(page, `Low ${id} 0`)).height, eventually).toBe(high)
})
