import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, row } from './support/inbox.ts'
import { conversation, guestWrites, person } from './support/world.ts'

withBrowser()

const titled = (page: Page, title: string) =>
  expect.poll(() => page.title(), eventually).toBe(`${title} · Gatehouse`)

test('the title counts own threads that wait, in every view and page, and no thread of others', async () => {
  const [ann, bob] = [await person('Ann'), await person('Bob')]
  const names = { calm: `Calm ${ann.uid.slice(-6)}`, waiting: `Waiting ${ann.uid.slice(-6)}` }
  const open = { state: 'open', updatedAt: new Date() }
  const waits = { ...open, ownerId: ann.uid, unansweredSince: new Date(Date.now() - 60_000) }
  const calm = await conversation({ staff: [ann], name: names.calm, thread: { ...open, ownerId: ann.uid } })
  const others = await conversation({ staff: [ann], thread: { ...waits, ownerId: bob.uid } })
  await guestWrites(others, 'Not of hers')
  const page = await windowOf(ann, '/inbox')
  await row(page, names.calm).waitFor()
  await titled(page, 'Inbox')
  const waiting = await conversation({ staff: [ann], name: names.waiting, thread: waits })
  await titled(page, '(1) Inbox')
  await guestWrites(calm, 'Is there a kettle?')
  await titled(page, '(2) Inbox')
  await page.getByRole('radiogroup', { name: 'Which threads' }).getByText('Done', { exact: true }).click()
  await page.waitForURL('**view=done')
  await titled(page, '(2) Inbox')
  await page.getByRole('link', { name: 'Answers', exact: true }).click()
  await titled(page, '(2) Answers')

  await page.goto(`/inbox/${waiting.threadId}?view=mine`)
  await titled(page, `(2) ${names.waiting}`)
  await db().doc(`threads/${waiting.threadId}`).update({ unansweredSince: null })
  await titled(page, `(1) ${names.waiting}`)
  // Here only the open thread hears of its change, since its list does not hold it.
  await page.goto(`/inbox/${calm.threadId}?view=unassigned`)
  await bubble(page, 'Is there a kettle?').waitFor()
  await titled(page, `(1) ${names.calm}`)
  await page.getByRole('button', { name: 'Back to the queue' }).click()
  await titled(page, names.calm)
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await titled(page, `(1) ${names.calm}`)
})
