import { afterEach, describe, expect, it, vi } from 'vitest'
import { storeThread } from '../support/builders.ts'
import { makeEmailsOverdue, posted, storedThread, uniqueText } from '../support/chat.ts'
import { sandbox, storeProperty } from '../support/connection-builders.ts'
import { connect, expectConnected, mailsTo, stored } from '../support/connection-state.ts'
import { connected } from '../support/review.ts'
import { db, signIn, sweep, uniqueId, update } from '../support/stack.ts'

afterEach(() => sandbox().clearFaults())

const mailer = { vendor: 'sendgrid', method: 'POST', path: '/v3/mail/send' } as const
const patience = { timeout: 90_000, interval: 100 }

/** Puts an e-mail into the outbox, as a completed connection does. */
async function post(fields: object = {}) {
  const emailId = uniqueId('ota-listing-live')
  const to = `${emailId}@example.com`
  const path = `emails/${emailId}`
  const data = { landlordName: 'Lars', propertyName: 'Quay', ota: 'Booking.com', hotelId: '1', link: '/p' }
  const email = {
    template: 'ota-listing-live',
    to,
    data,
    status: 'pending',
    createdAt: new Date(),
    ...fields,
  }
  await db().doc(path).set(email)
  const reaches = (status: string) =>
    vi.waitFor(async () => expect((await stored(path)).status).toBe(status), patience)
  const items = async () =>
    (await db().collection('items').where('emailId', '==', emailId).get()).docs.map(item => item.data())
  return { emailId, to, path, reaches, items }
}

/** Calls of the mailer for an address, refused and lost ones included. */
const callsFor = async (to: string) =>
  (await sandbox().requests('sendgrid')).filter(({ body }) => body.personalizations[0].to[0].email === to)

describe('the outbox', () => {
  it('sends an e-mail once, whoever looks after it at the same time', async () => {
    const { to, path, reaches, items } = await post()
    await Promise.all([sweep('workdue'), sweep('workdue')])
    await reaches('sent')
    await sweep('workdue')
    expect(await callsFor(to)).toHaveLength(1)
    expect(await mailsTo(to)).toHaveLength(1)
    expect(await stored(path)).toMatchObject({ status: 'sent', attempts: 1 })
    expect((await stored(path)).sentAt.toMillis()).toBeGreaterThan(Date.now() - 60_000)
    expect(await items()).toEqual([])
  })

  it('hears from the mailer that an e-mail did not arrive', async () => {
    const { emailId, path, reaches, items } = await post()
    await reaches('sent')
    expect((await sandbox().tellEmail({ emailId, event: 'bounce' })).status).toBe(204)
    expect(await stored(path)).toMatchObject({ status: 'bounced' })
    expect((await items()).map(({ kind }) => kind)).toEqual(['email-bounced'])
  })

  it.each([
    ['answers 500', { mode: 'status', status: 500 }],
    ['breaks the connection', { mode: 'reset' }],
    ['sends it and breaks the connection', { mode: 'processed-then-reset' }],
  ] as const)('waits before it repeats what may have been sent: the mailer %s', async (_, fault) => {
    await sandbox().fault({ ...mailer, ...fault })
    const { to, path, reaches, items } = await post()
    await reaches('unknown')
    await sandbox().clearFaults()
    await sweep('workdue')
    expect(await callsFor(to)).toHaveLength(1)
    await update(path, { dueAt: new Date(Date.now() - 1000) })
    await sweep('workdue')
    await reaches('sent')
    expect(await callsFor(to)).toHaveLength(2)
    expect(await items()).toEqual([])
  })

  it('names the connection that an e-mail of unknown outcome is about', async () => {
    await sandbox().fault({ ...mailer, mode: 'processed-then-reset' })
    const { propertyId } = await connected()
    const sent = db().collection('emails').where('about.propertyId', '==', propertyId)
    await vi.waitFor(async () => expect((await sent.get()).docs[0]?.get('status')).toBe('unknown'), patience)
    for (const { ref } of (await sent.get()).docs)
      await update(ref.path, { lostAnswers: 3, dueAt: new Date(Date.now() - 1000) })
    await sweep('workdue')
    const about = db().collection('items').where('propertyId', '==', propertyId)
    await vi.waitFor(async () => {
      const [item] = (await about.get()).docs
      expect(item?.data()).toMatchObject({
        kind: 'email-outcome-unknown',
        ota: 'booking',
        channelId: `${propertyId}_booking`,
      })
    }, patience)
  })

  it('repeats what was surely not sent, by the sweep, when its time has come', async () => {
    await sandbox().fault({ ...mailer, mode: 'status', status: 429 })
    const { to, path, reaches, items } = await post()
    await vi.waitFor(
      async () => expect(await stored(path)).toMatchObject({ status: 'pending', attempts: 1 }),
      patience,
    )
    await sandbox().clearFaults()
    await sweep('workdue')
    expect(await stored(path)).toMatchObject({ status: 'pending', attempts: 1 })
    await update(path, { dueAt: new Date(Date.now() - 1000) })
    await sweep('workdue')
    await reaches('sent')
    expect(await mailsTo(to)).toHaveLength(1)
    expect((await stored(path)).attempts).toBe(2)
    expect(await items()).toEqual([])
  })

  it('gives up what is refused, and says so', async () => {
    const { reaches, items, to } = await post({ to: 'no address' })
    await reaches('failed')
    await sweep('workdue')
    expect(await mailsTo(to)).toEqual([])
    expect((await items()).map(({ kind }) => kind)).toEqual(['email-failed'])
  })

  it('gives up a claim that died, without sending, when that was the last of its tries', async () => {
    const leaseUntil = new Date(Date.now() - 1000)
    const { to, reaches, items } = await post({ status: 'sending', attempts: 4, lostAnswers: 3, leaseUntil })
    await sweep('workdue')
    await reaches('unknown')
    expect(await callsFor(to)).toEqual([])
    expect((await items()).map(({ kind }) => kind)).toEqual(['email-outcome-unknown'])
  })

  it('leaves a claim alone that is alive', async () => {
    const leaseUntil = new Date(Date.now() + 60_000)
    const { to, path } = await post({ status: 'sending', attempts: 1, leaseUntil })
    await sweep('workdue')
    expect(await stored(path)).toMatchObject({ status: 'sending', attempts: 1 })
    expect(await callsFor(to)).toEqual([])
  })
})

describe('the e-mail of a connection', () => {
  it('does not keep the connection from completing', async () => {
    await sandbox().fault({ ...mailer, mode: 'status', status: 500 })
    const property = await storeProperty()
    expect((await connect(property)).status).toBe(201)
    await expectConnected(property)
  })

  it('is not sent again by the replay', async () => {
    const property = await storeProperty()
    await connect(property)
    await connect(property)
    await vi.waitFor(async () => expect(await mailsTo(property.email)).toHaveLength(1), patience)
    await sweep('workdue')
    expect(await mailsTo(property.email)).toHaveLength(1)
  })
})

it('a support message that the landlord has not read in time is told by one e-mail, without its text', async () => {
  const [landlord, staff] = await Promise.all([signIn({ role: 'landlord' }), signIn({ role: 'support' })])
  const to = `${landlord.uid}@example.com`
  await db().doc(`accounts/${landlord.uid}`).set({ name: 'Lars Holm', email: to })
  const threadId = await storeThread({ source: 'support', participantIds: [landlord.uid], version: 0 })
  const body = uniqueText()
  await posted(threadId, staff, { body })
  const sweepSupport = () => sweep('workdue')
  await sweepSupport()
  const { supportNotificationDueAt: dueAt, updatedAt } = await storedThread(threadId)
  expect(Date.parse(dueAt) - Date.parse(updatedAt)).toBe(600_000)

  await makeEmailsOverdue(threadId)
  await sweepSupport()
  await vi.waitFor(async () => expect(await mailsTo(to)).toHaveLength(1), patience)
  await sweepSupport()
  const [mail, ...others] = await mailsTo(to)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ template_id: 'd-support-message' })
  const { name, link } = mail.personalizations[0].dynamic_template_data
  expect(name).toBe('Lars Holm')
  expect(link).toBe(`https://landlords.example/open?property=&channel=&thread=${threadId}`)
  const sent = (await sandbox().requests('sendgrid')).map(request => JSON.stringify(request.body))
  expect(sent.filter(request => request.includes(body))).toEqual([])
  expect(await storedThread(threadId)).not.toHaveProperty('supportNotificationDueAt')
})
