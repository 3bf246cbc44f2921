import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sendEmail } from '../../src/lib/email/send-email.ts'
import { sandbox } from '../support/connection-builders.ts'
import { mailsTo } from '../support/connection-state.ts'
import { db, listed, put, stored, uniqueId, update } from '../support/stack.ts'
import { testContext } from '../support/test-context.ts'
import { serveWebhooks } from '../support/webhook-server.ts'

const context = testContext({ firestore: db() })
const server = await serveWebhooks(() => context)
beforeEach(() => sandbox().control('POST', 'config', { publicUrl: server.url }))
afterAll(() => server.close())

/** An e-mail in the outbox; sent unless it is to stay there. */
async function email({
  to = `${uniqueId('landlord')}@example.com`,
  sent = true,
  ...fields
}: {
  to?: string
  sent?: boolean
  status?: string
  lostAnswers?: number
} = {}) {
  const emailId = uniqueId('ota-listing-live')
  const path = `emails/${emailId}`
  await put(path, {
    template: 'ota-listing-live',
    to,
    data: {},
    about: { propertyId: 'p' },
    status: 'pending',
    createdAt: new Date(),
    dueAt: new Date(),
    ...fields,
  })
  if (sent) await sendEmail(context, emailId)
  const tell = async (event: string, more: object = {}) =>
    (await sandbox().tellEmail({ emailId, event, ...more })).status
  const items = () => listed('items', 'emailId', emailId)
  return { emailId, to, path, tell, items }
}

describe('what the mailer tells of an e-mail', () => {
  it.each([
    ['bounce', 'bounced'],
    ['dropped', 'dropped'],
    ['spamreport', 'spam-reported'],
  ])('%s shows on its entry and opens an item, once', async (event, status) => {
    const { path, tell, items } = await email()
    expect([await tell('processed'), await tell(event), await tell(event)]).toEqual([204, 204, 204])
    expect(await stored(path)).toMatchObject({ status, report: { fate: status } })
    const found = await items()
    expect(found).toMatchObject([{ kind: `email-${status}`, status: 'open', propertyId: 'p' }])
    // A person has dealt with it.
    await update(`items/email-${status}_${path.slice('emails/'.length)}`, { status: 'resolved' })
    await Promise.all([tell(event), tell(event)])
    expect(await items()).toMatchObject([{ status: 'resolved' }])
  })

  it('is nothing of an e-mail to somebody else, nor lost beside what is odd', async () => {
    const { path, tell, to, items } = await email()
    expect(await tell('bounce', { email: `another-${to}` })).toBe(204)
    expect(await stored(path)).toMatchObject({ status: 'sent' })
    expect(await items()).toEqual([])
    await tell('bounce', { email: to.toUpperCase() })
    expect(await stored(path)).toMatchObject({ status: 'bounced' })
    expect((await stored(path)).report).not.toHaveProperty('to')
  })

  it.each(['müller.example', 'Bücher.Example', '例子.example'])(
    'is of the e-mail whose domain is %s, as the name system has it',
    async domain => {
      const { path, tell } = await email({ to: `${uniqueId('landlord')}@${domain}` })
      await tell('bounce')
      expect(await stored(path)).toMatchObject({ status: 'bounced' })
    },
  )

  it('comes in any order', async () => {
    const { path, tell, items } = await email()
    await tell('deferred', { at: new Date(Date.now() - 60_000) })
    expect(await stored(path)).toMatchObject({ status: 'sent', report: { fate: 'deferred' } })
    await tell('delivered')
    await tell('deferred')
    await tell('processed')
    expect(await stored(path)).toMatchObject({ status: 'delivered', report: { fate: 'delivered' } })
    expect(await items()).toEqual([])
  })

  it('ends what nobody knew the outcome of, and the item about it', async () => {
    await sandbox().fault({ vendor: 'sendgrid', mode: 'processed-then-reset', times: 1 })
    const { path, tell, items } = await email({ lostAnswers: 3 })
    expect(await stored(path)).toMatchObject({ status: 'unknown' })
    await tell('delivered')
    expect(await stored(path)).toMatchObject({ status: 'delivered' })
    expect(await items()).toMatchObject([{ kind: 'email-outcome-unknown', status: 'resolved' }])
  })

  it('before the send is recorded is not taken back by that, and nothing is due', async () => {
    const { path, tell } = await email({ sent: false, status: 'sending' })
    await tell('delivered')
    expect(await stored(path)).toMatchObject({ status: 'delivered' })
    expect(await stored(path)).not.toHaveProperty('dueAt')
  })

  it('names the list for which an address is sent nothing', async () => {
    const first = await email()
    await first.tell('spamreport')
    const second = await email({ to: first.to })
    await expect.poll(async () => (await stored(second.path)).status, { timeout: 10_000 }).toBe('dropped')
    expect(await stored(second.path)).toMatchObject({ report: { suppression: 'spam-reports' } })
    const [item] = await second.items()
    expect(item).toMatchObject({ kind: 'email-dropped', reason: 'spam-reports' })
    expect(item?.detail).toContain('list of addresses that reported spam')
    // We never ask for the lists to be passed over.
    for (const mail of await mailsTo(first.to)) expect(mail).not.toHaveProperty('mail_settings')
  })

  it('of an e-mail that is not of ours, or of no concern, is passed over', async () => {
    const { path, tell } = await email()
    const before = await stored(path)
    expect(await tell('open')).toBe(204)
    expect((await sandbox().tellEmail({ emailId: uniqueId('foreign'), event: 'bounce' })).status).toBe(204)
    expect((await sandbox().tellEmail({ emailId: 'a/b', event: 'bounce' })).status).toBe(204)
    expect(await stored(path)).toEqual(before)
  })

  it('is refused from a stranger, and when it is too old', async () => {
    const { path, tell } = await email()
    const before = await stored(path)
    expect(await tell('bounce', { forged: true })).toBe(403)
    expect(await tell('bounce', { signedAt: new Date(Date.now() - 26 * 3_600_000) })).toBe(403)
    expect(await stored(path)).toEqual(before)
  })
})

it.each([
  ['{"event":"bounce"}', 403],
  [`[${'"x",'.repeat(400_000)}1]`, 413],
])('a call of %.20s… without a signature is answered %2$i', async (body, status) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/webhooks/sendgrid`, { method: 'POST', headers, body })
  expect(answer.status).toBe(status)
})
