import { afterEach, describe, expect, it } from 'vitest'
import { sandboxCredentials } from '../../../sandbox/src/core/context.ts'
import { firestoreWith } from '../../src/adapters/firestore/sdk.ts'
import { store } from '../../src/adapters/firestore/store.ts'
import { sendgridMailer } from '../../src/adapters/sendgrid/mailer.ts'
import { randomIds } from '../../src/adapters/system.ts'
import type { Mailer } from '../../src/lib/email/outbox.ts'
import { reportEmails } from '../../src/lib/email/report-email.ts'
import { sendEmail } from '../../src/lib/email/send-email.ts'
import { sandbox } from '../support/connection-builders.ts'
import { adjustableClock } from '../support/connection-deps.ts'
import { mailsTo } from '../support/connection-state.ts'
import { memoryLog } from '../support/memory-log.ts'
import { db, fromStack, put, stored, uniqueId, update } from '../support/stack.ts'
import { sandboxSettings } from '../support/test-context.ts'

const mailer = sendgridMailer({
  url: `${fromStack('SANDBOX_URL')}/sendgrid`,
  apiKey: sandboxCredentials.sendgridApiKey,
  sender: 'bookings@example.com',
  templates: {
    'ota-listing-live': 'd-ota-listing-live',
    'support-message': 'd-support-message',
    'guide-step': 'd-guide-step',
  },
  timeoutMs: 300,
})

afterEach(() => sandbox().clearFaults())

async function post(more: Record<string, string> = {}) {
  const emailId = uniqueId('email')
  const [address, path] = [`${emailId}@example.com`, `emails/${emailId}`]
  const data = { propertyName: 'Quay', ...more }
  await put(path, {
    template: 'ota-listing-live',
    to: address,
    data,
    about: { propertyId: 'p' },
    status: 'pending',
  })
  return { emailId, to: address, path }
}

function deps(
  sender: Mailer = mailer,
  firestore = firestoreWith(db()),
  landlordUrl = 'https://landlords.example/{propertyId}',
) {
  const clock = adjustableClock()
  const system = { clock, ids: randomIds, log: memoryLog() }
  return {
    ...system,
    store: store(firestore),
    mailer: sender,
    rules: { ...sandboxSettings(), landlordUrl: () => landlordUrl },
  }
}

describe('sending an e-mail of the outbox', () => {
  it('happens once, however many tries run at once', async () => {
    const { emailId, to } = await post()
    const shared = deps()
    await Promise.all(Array.from({ length: 8 }, () => sendEmail(shared, emailId)))
    expect(await mailsTo(to)).toHaveLength(1)
  })

  it('keeps the e-mail’s own link, such as that of a guide step to the extranet', async () => {
    const { emailId, to } = await post({ link: 'https://extranet.example/' })
    await sendEmail(deps(), emailId)
    const [mail] = await mailsTo(to)
    expect(mail.personalizations[0].dynamic_template_data.link).toBe('https://extranet.example/')
  })

  it.each([
    ['https://landlords.example/{propertyId}', { propertyName: 'Quay', link: 'https://landlords.example/p' }],
    ['', { propertyName: 'Quay' }],
  ])('links to the address for landlords (%j), if there is one', async (landlordUrl, data) => {
    const { emailId, to } = await post()
    await sendEmail(deps(mailer, firestoreWith(db()), landlordUrl), emailId)
    const [mail] = await mailsTo(to)
    expect(mail.personalizations[0].dynamic_template_data).toEqual(data)
  })

  it.each([
    ['a timeout', { mode: 'timeout' }],
    ['a failure of SendGrid', { mode: 'status', status: 503 }],
  ] as const)(
    'is repeated after %s every ten minutes, three times, then left to a person',
    async (_, fault) => {
      const { emailId, to, path } = await post()
      const again = deps()
      await sandbox().fault({ vendor: 'sendgrid', ...fault })
      for (const lostAnswers of [1, 2, 3, 4]) {
        await sendEmail(again, emailId)
        again.clock.advance(599_000)
        await sendEmail(again, emailId)
        expect(await stored(path)).toMatchObject({ status: 'unknown', lostAnswers, attempts: lostAnswers })
        again.clock.advance(2_000)
      }
      await sandbox().clearFaults()
      again.clock.advance(600_000)
      await sendEmail(again, emailId)
      expect(await mailsTo(to)).toEqual([])
      expect(await stored(path)).not.toHaveProperty('dueAt')
      expect((await stored(`items/email-outcome-unknown_${emailId}`)).status).toBe('open')
    },
  )

  it("does not happen again after a lost answer once the mailer's event has come", async () => {
    const { emailId, to, path } = await post()
    const again = deps()
    await sandbox().fault({ vendor: 'sendgrid', mode: 'processed-then-reset' })
    await sendEmail(again, emailId)
    await reportEmails(again, [{ emailId, fate: 'accepted', at: again.clock.now() }])
    again.clock.advance(601_000)
    await sandbox().clearFaults()
    await sendEmail(again, emailId)
    expect(await mailsTo(to)).toHaveLength(1)
    expect(await stored(path)).toMatchObject({ status: 'sent', attempts: 1 })
  })

  it.each([
    ['a refusal', { to: 'no address' }, 'failed', 'email-failed'],
    [
      'the death of its sender in the last try',
      { status: 'sending', lostAnswers: 3, leaseUntil: new Date(0) },
      'unknown',
      'email-outcome-unknown',
    ],
  ])('is given up, and opens an item, after %s', async (_, fields, status, kind) => {
    const { emailId, to, path } = await post()
    await update(path, fields)
    await sendEmail(deps(), emailId)
    expect(await stored(path)).toMatchObject({ status })
    expect(await mailsTo(to)).toEqual([])
    expect((await stored(`items/${kind}_${emailId}`)).status).toBe('open')
  })

  it('does nothing if the e-mail does not exist', async () => {
    await expect(sendEmail(deps(), uniqueId('nothing'))).resolves.toBeUndefined()
  })

  it('is tried ever more rarely for a day, then given up with an item', async () => {
    const { emailId, path } = await post()
    const busy = deps()
    const start = busy.clock.now().getTime()
    await sandbox().fault({ vendor: 'sendgrid', mode: 'status', status: 429 })
    for (let tries = 0; tries < 120; tries += 1) {
      await sendEmail(busy, emailId)
      const { status, dueAt } = await stored(path)
      if (status !== 'pending') break
      busy.clock.advance(dueAt.toMillis() - busy.clock.now().getTime())
    }
    const { status, attempts } = await stored(path)
    expect(status).toBe('failed')
    expect(attempts).toBeGreaterThan(25)
    const days = (busy.clock.now().getTime() - start) / 86_400_000
    expect(days).toBeGreaterThan(0.999)
    expect(days).toBeLessThan(1.05)
    const item = await stored(`items/email-not-sent_${emailId}`)
    expect(item).toMatchObject({ status: 'open', emailId })
    expect(item.detail).toContain('could not be reached')
  })
})

describe('the record of a sent e-mail', () => {
  /** A mailer that sends, then runs `interruption` before the outcome is recorded. */
  const sending = (interruption: () => Promise<unknown>): Mailer => ({
    async send(email) {
      await mailer.send(email)
      await interruption()
    },
  })

  it('survives a change of the document meanwhile', async () => {
    const { emailId, to, path } = await post()
    await sendEmail(deps(sending(() => update(path, { remark: 'looked at' }))), emailId)
    expect(await stored(path)).toMatchObject({ status: 'sent', attempts: 1, remark: 'looked at' })
    expect(await mailsTo(to)).toHaveLength(1)
  })

  it('is left to another process that has the claim by then', async () => {
    const { emailId, path } = await post()
    await sendEmail(deps(sending(() => update(path, { claimId: 'of another' }))), emailId)
    expect(await stored(path)).toMatchObject({ status: 'sending', claimId: 'of another' })
  })
})
