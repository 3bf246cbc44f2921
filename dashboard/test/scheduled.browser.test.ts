import { expect, test } from 'vitest'
import { post } from '../../functions/test/support/chat.ts'
import { png } from '../../functions/test/support/files.ts'
import { db, signIn as newUser } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, row, textBox, way } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { conversation, messagesIn, person } from './support/world.ts'

withBrowser()

const scheduledOf = async (threadId: string) =>
  (await db().collection('scheduledSends').where('threadId', '==', threadId).get()).docs

/** Makes the scheduled message due. */
const due = async (threadId: string) => {
  const [one] = await scheduledOf(threadId)
  const past = new Date(Date.now() - 1000)
  await one?.ref.update({ sendAt: past, dueAt: past })
}

test('a text is sent later, can be taken back, and goes at its time', journey, async () => {
  const sam = await person('Sam')
  const talk = await conversation({ staff: [sam], name: `Ines ${sam.uid.slice(0, 6)}` })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'SMS').click()
  const later = page.getByRole('button', { name: 'Send later' })
  await later.waitFor()
  expect(await later.isDisabled()).toBe(true)
  await textBox(page).fill('Breakfast is ready.')
  await later.click()
  await page.getByRole('dialog', { name: 'Send when?' }).waitFor()
  await look(page, 'schedule')
  await page.getByLabel('Another time').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Send then' }).click()
  await page.getByText('Choose a time that is still to come.').waitFor()
  expect(await messagesIn(talk.threadId)).toEqual([])
  await page.getByRole('button', { name: /^Tomorrow/ }).click()
  const lines = page.getByRole('region', { name: 'Scheduled messages' })
  await lines.getByText('Breakfast is ready.').waitFor()
  await expect.poll(() => textBox(page).inputValue(), eventually).toBe('')
  await look(page, 'scheduled')
  await lines.getByRole('button', { name: 'Don’t send' }).click()
  await lines.waitFor({ state: 'hidden' })
  await textBox(page).fill('The pool is open.')
  await later.click()
  await page.getByRole('button', { name: /^In one hour/ }).click()
  await lines.getByText('The pool is open.').waitFor()
  const [cancelled, waiting] = (await scheduledOf(talk.threadId)).map(one => one.get('status')).toSorted()
  expect([cancelled, waiting]).toEqual(['cancelled', 'waiting'])
  for (const one of await scheduledOf(talk.threadId))
    if (one.get('status') === 'cancelled') await one.ref.delete()
  await due(talk.threadId)
  await bubble(page, 'The pool is open.').waitFor({ timeout: 90_000 })
  await lines.waitFor({ state: 'hidden' })
  expect((await messagesIn(talk.threadId)).map(({ body }) => body)).toEqual(['The pool is open.'])
})

test('a scheduled text is not sent after another answer, says so, and returns to the text box', async () => {
  const [sam, olga] = [await person('Sam'), await newUser({ role: 'support' })]
  const name = `Jon ${sam.uid.slice(0, 6)}`
  const talk = await conversation({ staff: [sam], name })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await page.getByText('No messages yet.').waitFor()
  await way(page, 'SMS').click()
  await textBox(page).fill('Your taxi comes at nine.')
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('button', { name: /^In one hour/ }).click()
  const lines = page.getByRole('region', { name: 'Scheduled messages' })
  await lines.getByText('Your taxi comes at nine.').waitFor()
  await post(talk.threadId, olga, { body: 'I have told them.' })
  await due(talk.threadId)
  await lines
    .getByText('Somebody else has answered meanwhile, so it was not sent.')
    .waitFor({ timeout: 90_000 })
  await row(page, name).getByText('Not sent', { exact: true }).waitFor()
  await look(page, 'not-sent')
  await lines.getByRole('button', { name: 'Put into the text box' }).click()
  await expect.poll(() => textBox(page).inputValue(), eventually).toBe('Your taxi comes at nine.')
  await lines.waitFor({ state: 'hidden' })
  await row(page, name).getByText('Not sent', { exact: true }).waitFor({ state: 'hidden' })
})

test('scheduled files wait with their text, return to the text box when it was not sent, and are sent', async () => {
  const [sam, olga] = [await person('Sam'), await newUser({ role: 'support' })]
  const talk = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${talk.threadId}`)
  await way(page, 'WhatsApp').click()
  await textBox(page).fill('This is the way.')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'way.png', mimeType: 'image/png', buffer: png })
  const attached = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  const lines = page.getByRole('region', { name: 'Scheduled messages' })
  const later = async () => {
    await attached.getByText('way.png').waitFor()
    await page.getByRole('button', { name: 'Send later' }).click()
    await page.getByRole('button', { name: /^In one hour/ }).click()
    await lines.getByText('way.png').waitFor()
    await attached.waitFor({ state: 'hidden' })
  }
  await later()
  await look(page, 'scheduled-file')
  await post(talk.threadId, olga, { body: 'I have told them.' })
  await due(talk.threadId)
  await lines.getByText('Somebody else has answered').waitFor({ timeout: 90_000 })
  await lines.getByRole('button', { name: 'Put into the text box' }).click()
  await lines.waitFor({ state: 'hidden' })
  for (const one of await scheduledOf(talk.threadId)) await one.ref.delete()
  await later()
  await due(talk.threadId)
  await bubble(page, 'This is the way.')
    .getByRole('img', { name: 'Image, way.png' })
    .waitFor({ timeout: 90_000 })
  const files = (await messagesIn(talk.threadId)).flatMap(message => message.files ?? [])
  expect(files).toMatchObject([{ name: 'way.png' }])
})
