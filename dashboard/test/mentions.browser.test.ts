import { expect, test } from 'vitest'
import { indexed } from '../../functions/test/support/chat.ts'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, row, textBox, way } from './support/inbox.ts'
import { look } from './support/look.ts'
import { conversation, messagesIn, person } from './support/world.ts'

withBrowser()

const called = 'You were mentioned'

test('a colleague who is mentioned in a note sees the mention in list and thread until it is read', async () => {
  const ann = await person('Ann')
  const name = `Zoë ${ann.uid.slice(-6)}`
  const zoe = await person(name)
  const { threadId, guestName } = await conversation({ staff: [ann] })
  const page = await windowOf(ann, `/inbox/${threadId}?view=mine`, { viewport: { width: 360, height: 740 } })
  await page.getByText('No messages yet.').waitFor()
  await way(page, 'Note').click()
  await textBox(page).fill('Room 4 is flooded. ')
  const offer = page.getByRole('listbox', { name: 'Staff to mention' }).getByRole('option', { name })

  // Escape closes the list and leaves the text; another letter does not bring it back.
  await textBox(page).pressSequentially('@zo')
  await offer.waitFor()
  await textBox(page).press('Escape')
  await offer.waitFor({ state: 'detached' })
  await textBox(page).pressSequentially('e')
  expect(await offer.count()).toBe(0)
  for (let letter = 0; letter < 4; letter += 1) await textBox(page).press('Backspace')

  await textBox(page).pressSequentially(`@zoe ${ann.uid.slice(-6)}`)
  await offer.waitFor()
  await look(page, 'mention')
  await page.setViewportSize({ width: 360, height: 740 })
  await textBox(page).press('Enter')
  const text = `Room 4 is flooded. @${name} `
  expect(await textBox(page).inputValue()).toBe(text)
  await page.getByText(`Mentioned: ${name}`).waitFor()

  // The draft keeps its mentions, also after a reload.
  await page.reload()
  await page.getByText(`Mentioned: ${name}`).waitFor()
  await textBox(page).press('End')
  await textBox(page).pressSequentially('please call.')
  await textBox(page).press('Control+Enter')
  await bubble(page, 'please call').locator('strong').getByText(`@${name}`).waitFor()
  await expect
    .poll(async () => await messagesIn(threadId), eventually)
    .toMatchObject([{ type: 'note', body: `${text}please call.`, mentions: [zoe.uid] }])

  await indexed(threadId, { needsAttention: expect.arrayContaining([zoe.uid]) })
  const other = await windowOf(zoe, '/inbox?view=unread')
  await row(other, guestName).getByText(called).waitFor()
  await row(other, guestName).click()
  await other.getByRole('region', { name: 'Owner and state' }).getByText(called).waitFor()
  await bubble(other, 'please call').locator('strong').getByText(`@${name}`).waitFor()
  await expect
    .poll(async () => (await db().doc(`threads/${threadId}`).get()).get('needsAttention'), eventually)
    .not.toContain(zoe.uid)
  await other.goto('/inbox')
  await row(other, guestName).waitFor()
  expect(await other.getByText(called).count()).toBe(0)
})

test('a colleague whose name was deleted from the note is not mentioned, and nobody in a message', async () => {
  const ann = await person('Ann')
  const name = `Yan ${ann.uid.slice(-6)}`
  await person(name)
  const { threadId } = await conversation({ staff: [ann] })
  const page = await windowOf(ann, `/inbox/${threadId}`)
  const offers = page.getByRole('listbox', { name: 'Staff to mention' })
  await way(page, 'Platform').click()
  await textBox(page).pressSequentially('Hello @yan')
  await way(page, 'Note').click()
  await textBox(page).press('End')
  await offers.getByRole('option', { name }).click()
  expect(await textBox(page).inputValue()).toBe(`Hello @${name} `)
  for (let letter = 0; letter < 3; letter += 1) await textBox(page).press('Backspace')
  await page.getByText(`Mentioned: ${name}`).waitFor({ state: 'detached' })
  // Ctrl + Enter sends, although a name is offered.
  await offers.waitFor()
  await textBox(page).press('Control+Enter')
  await expect.poll(async () => (await messagesIn(threadId)).length, eventually).toBe(1)
  const [stored] = await messagesIn(threadId)
  expect(stored).toMatchObject({ type: 'note' })
  expect(stored).not.toHaveProperty('mentions')
})
