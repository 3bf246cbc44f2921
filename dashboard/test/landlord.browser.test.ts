import { expect, test } from 'vitest'
import { post } from '../../functions/test/support/chat.ts'
import { db, signIn as newUser } from '../../functions/test/support/stack.ts'
import { openWindow, signIn, windowOf, withBrowser } from './support/browser.ts'
import { bubble, eventually, textBox } from './support/inbox.ts'
import { journey } from './support/journey.ts'
import { look } from './support/look.ts'
import { conversation, messagesIn, person } from './support/world.ts'

withBrowser()

test(
  'a landlord reads and answers their own threads, and no data of others reaches the browser',
  journey,
  async () => {
    const [lars, sam] = [await person('Lars', 'landlord'), await newUser({ role: 'support' })]
    const mine = await conversation({ staff: [lars], name: 'Maria Rossi' })
    const other = await conversation({ staff: [], name: 'Hidden Guest' })
    const secret = `secret ${lars.uid}`
    await post(mine.threadId, sam, { body: 'We have a question about the boiler.' })
    await post(mine.threadId, sam, { body: `A note, ${secret}`, type: 'note' })
    await post(other.threadId, sam, { body: `Elsewhere, ${secret}` })
    const page = await openWindow()
    const leaks: string[] = []
    const paths = new Set<string>()
    const refused: string[] = []
    page.on('response', async response => {
      const { pathname } = new URL(response.url())
      if (!/^\/(api|chat)\//.test(pathname)) return
      paths.add(pathname)
      if (response.status() === 403) refused.push(pathname)
      const body = await response.text().catch(() => '')
      if (body.includes(secret) || body.includes('Hidden Guest')) leaks.push(pathname)
    })
    // The address is that of a link in an e-mail.
    await page.goto(`/open?thread=${mine.threadId}&property=`)
    await signIn(page, lars)
    await bubble(page, 'question about the boiler').waitFor()
    const names = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
    expect(names).toEqual(['Properties', 'Inbox'])
    await expect.poll(() => page.getByTestId('threads').getByRole('link').count(), eventually).toBe(1)
    expect(await page.getByText('Note', { exact: true }).count()).toBe(0)
    await look(page, 'landlord-thread')
    await textBox(page).fill('The boiler was serviced in May.')
    await page.getByRole('button', { name: /^Send / }).click()
    await expect
      .poll(async () => (await messagesIn(mine.threadId)).map(({ authorId }) => authorId), eventually)
      .toContain(lars.uid)
    await bubble(page, 'serviced in May').waitFor()
    await post(mine.threadId, sam, { body: 'Thank you.' })
    await bubble(page, 'Thank you.').waitFor({ timeout: 60_000 })
    for (const path of ['/items', '/requests', `/inbox/${other.threadId}`]) {
      await page.goto(path)
      await page
        .getByText(/not found|doesn’t exist/i)
        .first()
        .waitFor()
    }
    expect(leaks).toEqual([])
    expect(refused).toEqual([])
    expect(paths.has('/api/landlord/threads')).toBe(true)
  },
)

test(
  'a landlord sees properties, stays and invoices, asks for a connection and takes it back',
  journey,
  async () => {
    const lars = await person('Lars', 'landlord')
    const propertyId = `house-${lars.uid}`
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await db().doc(`properties/${propertyId}`).set({ name: 'Lake House', landlordId: lars.uid })
    await db()
      .doc(`reservations/${propertyId}`)
      .set({
        propertyId,
        guestId: 'g',
        arrival: day(1),
        departure: day(4),
        status: 'confirmed',
        ota: 'booking',
      })
    await db()
      .doc(`invoices/${propertyId}`)
      .set({ landlordId: lars.uid, amount: 4900, currency: 'EUR', status: 'open' })
    const page = await windowOf(lars, '/')
    const card = page.getByRole('region', { name: 'Lake House' })
    await card.getByText('confirmed').waitFor()
    await page.getByText('€49.00').waitFor()
    await look(page, 'landlord-home')
    await card.getByRole('button', { name: 'Request Booking.com' }).click()
    await card.getByText(/^Requested on/).waitFor()
    const request = db().doc(`connectionRequests/asked_${propertyId}_booking`)
    expect((await request.get()).get('status')).toBe('pending')
    const detail = 'The channel manager refused: It says: secret.'
    const rejection = { code: 'ota-setup-incomplete', detail, nextAction: detail, at: new Date() }
    await request.update({ status: 'rejected', rejection })
    await page.reload()
    await card.getByText('accept the XML Service Agreement').waitFor()
    expect(await page.getByText('secret').count()).toBe(0)
    await look(page, 'landlord-rejected')
    const until = new Date(Date.now() + 86_400_000)
    await request.update({ waitingFor: { code: 'ota-setup-incomplete', since: new Date(), until } })
    await page.reload()
    await card.getByText('We keep trying').waitFor()
    expect(await card.getByRole('button', { name: 'Request Booking.com' }).count()).toBe(0)
    await look(page, 'landlord-waits')
    await card.getByRole('button', { name: 'Withdraw the request' }).click()
    await expect.poll(async () => (await request.get()).exists, eventually).toBe(false)
    await card.getByText('We could not connect').waitFor({ state: 'hidden' })
  },
)
