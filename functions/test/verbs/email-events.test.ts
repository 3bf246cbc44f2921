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

/** An e-mail in the outbox, sent unless `sent` is false. */
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

describe('an event of the mailer', () => {
  it.each([
    ['bounce', 'bounced'],
    ['dropped', 'dropped'],
    ['spamreport', 'spam-reported'],
  ])('(%s) sets the status of the e-mail and opens an item, once', async (event, status) => {
    const { path, tell, items } = await email()
    expect([await tell('processed'), await tell(event), await tell(event)]).toEqual([204, 204, 204])
    expect(await stored(path)).toMatchObject({ status, report: { fate: status } })
    const found = await items()
    expect(found).toMatchObject([{ kind: `email-${status}`, status: 'open', propertyId: 'p' }])
    // A person resolves the item.
    await update(`items/email-${status}_${path.slice('emails/'.length)}`, { status: 'resolved' })
    await Promise.all([tell(event), tell(event)])
    expect(await items()).toMatchObject([{ status: 'resolved' }])
  })

  it('counts only for the address that the e-mail went to, whatever its capitals', async () => {
    const { path, tell, to, items } = await email()
    expect(await tell('bounce', { email: `another-${to}` })).toBe(204)
    expect(await stored(path)).toMatchObject({ status: 'sent' })
    expect(await items()).toEqual([])
    await tell('bounce', { email: to.toUpperCase() })
    expect(await stored(path)).toMatchObject({ status: 'bounced' })
    expect((await stored(path)).report).not.toHaveProperty('to')
  })

  it.each(['müller.example', 'Bücher.Example', '例子.example'])(
    'counts for an address at %s, whose domain the mailer spells in ASCII',
    async domain => {
      const { path, tell } = await email({ to: `${uniqueId('landlord')}@${domain}` })
      await tell('bounce')
      expect(await stored(path)).toMatchObject({ status: 'bounced' })
    },
  )

  it('settles an unknown outcome, and resolves its item', async () => {
    await sandbox().fault({ vendor: 'sendgrid', mode: 'processed-then-reset', times: 1 })
    const { path, tell, items } = await email({ lostAnswers: 3 })
    expect(await stored(path)).toMatchObject({ status: 'unknown' })
    await tell('delivered')
    expect(await stored(path)).toMatchObject({ status: 'delivered' })
    expect(await items()).toMatchObject([{ kind: 'email-outcome-unknown', status: 'resolved' }])
  })

  it('counts if it comes before the send is recorded, and nothing stays due', async () => {
    const { path, tell } = await email({ sent: false, status: 'sending' })
    await tell('delivered')
    expect(await stored(path)).toMatchObject({ status: 'delivered' })
    expect(await stored(path)).not.toHaveProperty('dueAt')
  })

  it('names the suppression list of a dropped e-mail', async () => {
    const first = await email()
    await first.tell('spamreport')
    const second = await email({ to: first.to })
    await expect.poll(async () => (await stored(second.path)).status, { timeout: 10_000 }).toBe('dropped')
    expect(await stored(second.path)).toMatchObject({ report: { suppression: 'spam-reports' } })
    const [item] = await second.items()
    expect(item).toMatchObject({ kind: 'email-dropped', reason: 'spam-reports' })
    expect(item?.detail).toContain('list of addresses that reported spam')
    // No e-mail asks the mailer to bypass its lists.
    for (const mail of await mailsTo(first.to)) expect(mail).not.toHaveProperty('mail_settings')
  })

  it('of a foreign e-mail, or of a kind that we do not record, changes nothing', async () => {
    const { path, tell } = await email()
    const before = await stored(path)
    expect(await tell('open')).toBe(204)
    expect((await sandbox().tellEmail({ emailId: uniqueId('foreign'), event: 'bounce' })).status).toBe(204)
    expect((await sandbox().tellEmail({ emailId: 'a/b', event: 'bounce' })).status).toBe(204)
    expect(await stored(path)).toEqual(before)
  })

  it('with a forged or an old signature is refused', async () => {
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
