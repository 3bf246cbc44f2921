import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { eventually } from './support/inbox.ts'
import { look } from './support/look.ts'
import { conversation, guestWrites, person } from './support/world.ts'

withBrowser()

const threadOf = async (threadId: string) => (await db().doc(`threads/${threadId}`).get()).data()

/** Two threads of one guest, and a window on the first one. */
async function twice(viewport = { width: 1440, height: 900 }) {
  const ann = await person('Ann')
  const name = `Twice ${Math.random().toString(36).slice(2, 8)}`
  const [one, other] = [
    await conversation({ staff: [ann], name }),
    await conversation({ staff: [ann], name: `${name} again` }),
  ]
  for (const talk of [one, other]) await guestWrites(talk, 'It is me')
  const page = await windowOf(ann, `/inbox/${one.threadId}`, { viewport })
  const line = (text: string) => page.locator('[data-event]').filter({ hasText: text })
  return { one, other, page, line, merged: page.getByRole('region', { name: 'Merged threads' }) }
}

test('a thread is merged into another by a search, leads there, and is taken apart by one press', async () => {
  const { one, other, page, line, merged } = await twice()
  await page.getByRole('button', { name: 'About this thread' }).click()
  await page.getByRole('button', { name: 'Merge with another thread' }).click()
  const dialog = page.getByRole('dialog')
  const found = dialog.getByRole('radio', { name: other.guestName })
  const search = dialog.getByRole('searchbox')
  await expect
    .poll(async () => {
      await search.fill('')
      await search.fill(other.guestName)
      await page.waitForTimeout(300)
      return found.count()
    }, eventually)
    .toBe(1)
  await found.check()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  // Undo is offered for twenty seconds, in which a busy machine may not show the event.
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await line('You merged this thread into another').waitFor()
  await line('You undid the merge').waitFor()
  await merged.waitFor({ state: 'detached' })
  expect(await threadOf(one.threadId)).not.toHaveProperty('mergedInto')
  await db().doc(`threads/${one.threadId}`).update({ mergedInto: other.threadId })
  await db()
    .doc(`threads/${other.threadId}`)
    .update({ mergedIds: [one.threadId] })
  await page.goto(`/inbox/${one.threadId}`)
  await merged.getByRole('link', { name: other.guestName }).click()
  await merged.getByText('With 1 merged thread:').waitFor()
  await look(page, 'merged-thread')
  await guestWrites(one, 'Me again')
  await page.getByText(`Goes to ${one.guestName}, who wrote last in this thread.`).waitFor()
  await merged.getByRole('link', { name: one.guestName }).click()
  await merged.getByRole('button', { name: 'Undo the merge' }).click()
  await page.getByRole('status').getByText('The merge is undone.').waitFor()
  await merged.waitFor({ state: 'detached' })
  await line('You undid the merge').first().waitFor()
  expect(await threadOf(other.threadId)).not.toHaveProperty('mergedIds')
})

test('at 360 pixels the merge dialog opens from “About this thread”', async () => {
  const { page } = await twice({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'About this thread' }).click()
  await page.getByRole('button', { name: 'Merge with another thread' }).click()
  const dialog = page.getByRole('dialog', { name: 'Which other thread is with this guest?' })
  await dialog.getByRole('searchbox').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
})
