import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { violations } from './support/axe.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, textBox, way } from './support/inbox.ts'
import { look } from './support/look.ts'
import { conversation, messagesIn, person, sandbox } from './support/world.ts'

withBrowser()

const newNumber = () => `+4475${randomInt(10_000_000, 99_999_999)}`
const guestsWith = async (phone: string) =>
  (await db().collection('guests').where('phone', '==', phone).get()).docs
const guestAt = async (guestId: string) => (await db().doc(`guests/${guestId}`).get()).data()

/** A stranger's message, in triage. */
async function stranger() {
  const [from, body] = [newNumber(), `Is it free in May? ${randomUUID()}`]
  await sandbox().inbound({ from: `whatsapp:${from}`, body })
  const page = await windowOf(await person('Sam'), '/triage?order=newest')
  await page
    .getByRole('listitem')
    .filter({ hasText: body })
    .getByRole('button', { name: 'Reply' })
    .press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(body).waitFor()
  return { from, body, page, dialog, text: dialog.getByRole('textbox', { name: 'Your reply' }) }
}

test('a reply in triage answers a stranger once, in a thread that opens', async () => {
  const { body, page, dialog, text } = await stranger()
  await dialog.getByText('We send it by WhatsApp').waitFor()
  await look(page, 'triage-reply')
  await text.fill('Yes, it is.')
  await dialog.getByRole('button', { name: 'Send' }).dblclick()
  await bubble(page, body).waitFor()
  await bubble(page, 'Yes, it is.').waitFor()
  const threadId = new URL(page.url()).pathname.replace('/inbox/', '')
  expect((await messagesIn(threadId)).map(message => message.body)).toEqual([body, 'Yes, it is.'])
})

test('a refused reply says what to do next, and its text stays', async () => {
  const { from, dialog, text } = await stranger()
  for (const name of ['Ida', 'Ida Holm']) await db().collection('guests').add({ name, phone: from })
  await text.fill('Yes, it is.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('alert').getByText('Several guests have this number. Choose the guest').waitFor()
  expect(await text.inputValue()).toBe('Yes, it is.')
})

test('a new message opens a conversation with a new number', async () => {
  const phone = newNumber()
  const page = await windowOf(await person('Sam'))
  await page.getByRole('button', { name: 'New message' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const number = dialog.getByRole('textbox', { name: 'Phone number' })
  await number.fill('07700 900123')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ida Holm')
  await number.press('Enter')
  await dialog.getByText('must be a number with its country code').waitFor()
  await look(page, 'new-message')
  await number.fill(`(${phone.slice(0, 3)}) ${phone.slice(3)}`)
  await number.press('Enter')
  await page.getByRole('heading', { name: 'Ida Holm' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await way(page, 'SMS').waitFor()
  await expect
    .poll(() => textBox(page).evaluate(box => box === document.activeElement), eventually)
    .toBe(true)
  const [guest, ...others] = await guestsWith(phone)
  expect([guest?.get('threadId'), others]).toEqual([page.url().split('/').at(-1), []])
})

test('beside a thread its guest is corrected, and facts of the house are written down', async () => {
  const sam = await person('Sam')
  const { threadId, guestId, phone } = await conversation({ staff: [sam] })
  const page = await windowOf(sam, `/inbox/${threadId}`)
  const dialog = page.getByRole('dialog').last()
  const about = page.getByTestId('about')
  await page.getByRole('button', { name: 'About this thread' }).click()
  await about.getByRole('button', { name: 'Edit: Guest' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Maria Bianchi')
  await dialog.getByRole('textbox', { name: 'Language' }).fill('Italian')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Comes with a dog.')
  await dialog.getByText('begins without consent').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('must be the code of a language').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Language' }).fill('it')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Maria Bianchi' }).waitFor()
  await about.getByText('Comes with a dog.').waitFor()
  const corrected = { name: 'Maria Bianchi', language: 'it', note: 'Comes with a dog.', phone }
  expect(await guestAt(guestId)).toMatchObject(corrected)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'About this thread' }).click()
  await about.getByRole('button', { name: 'Edit: Property' }).click()
  for (const [name, text] of [
    ['Wi-Fi', 'harbour, sunny-days'],
    ['Wi-Fi', '4711'],
    ['Parking', 'In the yard'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Add a fact' }).press('Enter')
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Two facts have the name Wi-Fi.').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('combobox', { name: 'Name' }).nth(1).fill('Door code')
  await dialog.getByRole('button', { name: 'Remove fact 3' }).press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await about.getByText('harbour, sunny-days').waitFor()
  await about.getByRole('button', { name: 'Copy: Door code' }).waitFor()
  const { propertyId } = (await db().doc(`threads/${threadId}`).get()).data() ?? {}
  expect((await db().doc(`properties/${propertyId}`).get()).get('facts')).toEqual({
    'Wi-Fi': 'harbour, sunny-days',
    'Door code': '4711',
  })
})
