import type { Firestore } from 'firebase-admin/firestore'
import { afterEach, describe, expect, it } from 'vitest'
import { sandboxCredentials } from '../../../sandbox/src/core/context.ts'
import { outbox } from '../../src/adapters/firestore/outbox.ts'
import { sendgridMailer } from '../../src/adapters/sendgrid/mailer.ts'
import { randomIds } from '../../src/adapters/system.ts'
import type { Mailer } from '../../src/lib/email/ports.ts'
import { sendEmail } from '../../src/lib/email/send-email.ts'
import { sandbox } from '../support/connection-builders.ts'
import { adjustableClock, silentLog } from '../support/connection-deps.ts'
import { mailsTo, stored } from '../support/connection-state.ts'
import { db, fromStack, uniqueId } from '../support/stack.ts'

const mailer = sendgridMailer({
  url: `${fromStack('SANDBOX_URL')}/sendgrid`,
  apiKey: sandboxCredentials.sendgridApiKey,
  sender: 'bookings@example.com',
  templates: { 'ota-listing-live': 'd-ota-listing-live' },
  timeoutMs: 300,
})

afterEach(() => sandbox().clearFaults())

/** The e-mails of this file stand aside, where neither the stack's trigger nor its sweep looks. */
const aside = 'emails-in-process'

const asideFrom = (firestore: Firestore): Firestore =>
  new Proxy(firestore, {
    get(target, name) {
      if (name === 'doc') return (path: string) => target.doc(path.replace(/^emails\//, `${aside}/`))
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

async function post() {
  const emailId = uniqueId('email')
  const [address, path] = [`${emailId}@example.com`, `${aside}/${emailId}`]
  const data = { link: '/properties/p' }
  await db().doc(path).set({ template: 'ota-listing-live', to: address, data, status: 'pending' })
  return { emailId, to: address, path }
}

function deps(sender: Mailer = mailer) {
  const clock = adjustableClock()
  const system = { clock, ids: randomIds, log: silentLog }
  return {
    ...system,
    outbox: outbox(asideFrom(db())),
    mailer: async () => sender,
    publicUrl: 'https://platform.example/',
  }
}

describe('sending an e-mail of the outbox', () => {
  it('happens once, however many try at the same moment', async () => {
    const { emailId, to } = await post()
    const shared = deps()
    await Promise.all(Array.from({ length: 8 }, () => sendEmail(shared, emailId)))
    expect(await mailsTo(to)).toHaveLength(1)
  })

  it('completes the link', async () => {
    const { emailId, to } = await post()
    await sendEmail(deps(), emailId)
    const [mail] = await mailsTo(to)
    expect(mail.personalizations[0].dynamic_template_data.link).toBe('https://platform.example/properties/p')
  })

  it('that times out is not repeated', async () => {
    const { emailId, to, path } = await post()
    await sandbox().fault({ vendor: 'sendgrid', mode: 'timeout' })
    await sendEmail(deps(), emailId)
    expect((await stored(path)).status).toBe('unknown')
    await sandbox().clearFaults()
    await sendEmail(deps(), emailId)
    expect(await mailsTo(to)).toEqual([])
    expect((await stored(`items/email-outcome-unknown_${emailId}`)).status).toBe('open')
  })

  it('whose sender dies after it is not repeated', async () => {
    const { emailId, to, path } = await post()
    const sent = Promise.withResolvers<void>()
    const dying: Mailer = {
      async send(email) {
        await mailer.send(email)
        sent.resolve()
        return new Promise(() => undefined)
      },
    }
    void sendEmail(deps(dying), emailId)
    await sent.promise
    const late = deps()
    await sendEmail(late, emailId)
    expect((await stored(path)).status).toBe('sending')
    late.clock.advance(121_000)
    await sendEmail(late, emailId)
    expect((await stored(path)).status).toBe('unknown')
    expect(await mailsTo(to)).toHaveLength(1)
  })

  it('that does not exist is nothing to do', async () => {
    await expect(sendEmail(deps(), uniqueId('nothing'))).resolves.toBeUndefined()
  })

  it('is given up after fifty refusals that might have passed', async () => {
    const { emailId, path } = await post()
    await db().doc(path).update({ attempts: 49 })
    await sandbox().fault({ vendor: 'sendgrid', mode: 'status', status: 429 })
    await sendEmail(deps(), emailId)
    expect(await stored(path)).toMatchObject({ status: 'failed', attempts: 50 })
  })
})
