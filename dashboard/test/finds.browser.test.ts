import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '../../functions/test/support/stack.ts'
import { windowOf, withBrowser } from './support/browser.ts'
import { eventually, row, textBox } from './support/inbox.ts'
import { look } from './support/look.ts'
import { conversation, guestWrites, person, sandbox } from './support/world.ts'

withBrowser()

/** A guest with a booking and no thread. */
async function booked() {
  const id = randomUUID().slice(0, 8)
  const [guestId, propertyId, reservationId] = [`guest-${id}`, `property-${id}`, `stay-${id}`]
  const [name, phone, email] = [
    `Ida ${id}`,
    `+3463${randomInt(1_000_000, 9_999_999)}`,
    `ida.${id}@example.com`,
  ]
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const stay = { guestId, propertyId, arrival: day(3), departure: day(6) }
  await db().doc(`guests/${guestId}`).set({ name, phone, email })
  await db().doc(`properties/${propertyId}`).set({ name: 'Casa Alameda', landlordId: 'nobody' })
  await db().doc(`reservations/${reservationId}`).set(stay)
  return { guestId, reservationId, name, phone, email }
}

const threadOf = async (guestId: string) =>
  (await db().collection('threads').where('guestId', '==', guestId).get()).docs[0]?.id

test('a thread is found by number, without the number in any address or query of the index', async () => {
  const sam = await person('Sam')
  const { phone, guestName, threadId } = await conversation({ staff: [sam] })
  const page = await windowOf(sam)
  const requests: string[] = []
  page.on('request', request => {
    const isOurs = request.url().endsWith('/chat/threads/find')
    requests.push(request.url(), isOurs ? '' : (request.postData() ?? ''))
  })
  await page.getByRole('searchbox', { name: 'Search threads' }).fill(phone)
  const finds = page.getByRole('region', { name: 'By number, e-mail, booking, property' })
  await finds.getByRole('link', { name: guestName }).click()
  await page.waitForURL(url => url.pathname === `/inbox/${threadId}`)
  await page.getByRole('heading', { name: guestName }).waitFor()
  expect([...requests, page.url()].filter(text => text.includes(phone.slice(1)))).toEqual([])
})

test('a guest with a booking and no thread is found, and written to', async () => {
  const sam = await person('Sam')
  const { guestId, email, name } = await booked()
  const other = await conversation({ staff: [sam] })
  await guestWrites(other, 'Hello!')
  const page = await windowOf(sam)
  await row(page, other.guestName).waitFor()
  await page.getByRole('searchbox', { name: 'Search threads' }).fill(email)
  const open = page.getByRole('button', { name: `Write to ${name}` })
  await open.waitFor()
  await look(page, 'finds')
  await open.press('Enter')
  await page.getByRole('heading', { name }).waitFor()
  await expect
    .poll(() => textBox(page).evaluate(box => box === document.activeElement), eventually)
    .toBe(true)
  expect(new URL(page.url()).pathname).toBe(`/inbox/${await threadOf(guestId)}`)
})

test('a thread that cannot be opened says why', async () => {
  const sam = await person('Sam')
  const { email, name, reservationId } = await booked()
  const page = await windowOf(sam)
  await page.getByRole('searchbox', { name: 'Search threads' }).fill(email)
  const open = page.getByRole('button', { name: `Write to ${name}` })
  await open.waitFor()
  await db().doc(`reservations/${reservationId}`).delete()
  await open.click()
  await page.getByText('There is no such reservation.').waitFor()
})

test('in triage a known guest without a thread gets a thread by one press', async () => {
  const sam = await person('Sam')
  const { guestId, phone, name } = await booked()
  const body = `Is there a crib? ${randomUUID()}`
  await sandbox().inbound({ from: `whatsapp:${phone}`, body })
  const page = await windowOf(sam, '/triage?order=newest')
  const entry = page.getByRole('listitem').filter({ hasText: body })
  await entry.getByRole('group', { name: 'Open a thread' }).getByRole('button', { name }).click()
  await page.getByTestId('messages').getByText(body).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/inbox/${await threadOf(guestId)}`)
})

test('in triage a message of a new number goes to a guest without a thread, by e-mail address', async () => {
  const sam = await person('Sam')
  const { guestId, email, name } = await booked()
  const body = `My new number ${randomUUID()}`
  await sandbox().inbound({ from: `whatsapp:+4475${randomInt(10_000_000, 99_999_999)}`, body })
  const page = await windowOf(sam, '/triage?order=newest')
  const entry = page.getByRole('listitem').filter({ hasText: body })
  await entry.getByRole('button', { name: 'Link to a guest' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Search for the thread' }).fill(email)
  await dialog.getByRole('radio', { name: `New thread: ${name}` }).check()
  await dialog.getByRole('button', { name: 'Link' }).click()
  await page.getByTestId('messages').getByText(body).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/inbox/${await threadOf(guestId)}`)
})
