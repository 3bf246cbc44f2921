import { describe, expect, it } from 'vitest'
import { type SendgridMailerConfig, sendgridMailer } from '../../src/adapters/sendgrid/mailer.ts'
import type { OutgoingEmail } from '../../src/lib/email/outbox.ts'
import { contract, hasContracts, unlessAbsent } from './contracts.ts'
import { credentials, describeFailures, expectKind, expectNoLeak, failure, useSandbox } from './harness.ts'

const sandbox = useSandbox('sendgrid')

const email: OutgoingEmail = {
  emailId: 'email-1',
  template: 'ota-listing-live',
  to: 'maria.lopez@example.com',
  data: {
    propertyName: 'Casa <Alameda> & {{more}}',
    ota_name: 'Booking.com',
    'listing-url': 'https://x.example/?a=1&b=2',
  },
}
const secrets = [email.to, 'maria.lopez', 'Alameda', credentials.sendgridApiKey, 'hello@platform.example']

const mailer = (more: Partial<SendgridMailerConfig> = {}) =>
  sendgridMailer({
    url: sandbox.vendorUrl(),
    apiKey: credentials.sendgridApiKey,
    sender: 'The Platform <hello@platform.example>',
    templates: {
      'ota-listing-live': 'd-0123456789abcdef0123456789abcdef',
      'support-message': 'd-fedcba9876543210fedcba9876543210',
      'guide-step': 'd-guide-step',
    },
    timeoutMs: 30_000,
    ...more,
  })

describe('sendgridMailer', () => {
  it.each([
    ['The Platform <hello@platform.example>', { email: 'hello@platform.example', name: 'The Platform' }],
    ['hello@platform.example', { email: 'hello@platform.example' }],
  ])('sends a template from %s', async (sender, from) => {
    await mailer({ sender }).send(email)
    const [request] = await sandbox.requests()
    expect(request).toMatchObject({ method: 'POST', path: '/v3/mail/send' })
    expect(request?.body).toEqual({
      from,
      template_id: 'd-0123456789abcdef0123456789abcdef',
      personalizations: [
        { to: [{ email: email.to }], dynamic_template_data: email.data, custom_args: { emailId: 'email-1' } },
      ],
    })
    expect(await sandbox.state('mails')).toHaveLength(1)
  })

  it.each([
    ['info@müller.example', 'info@xn--mller-kva.example'],
    ['jörg@BÜCHER.example ', 'jörg@xn--bcher-kva.example'],
  ])('sends to %s by the name that mail servers know', async (to, address) => {
    await mailer({ sender: 'Wir <hallo@häuser.example>' }).send({ ...email, to })
    expect(await sandbox.firstBody()).toMatchObject({
      from: { email: 'hallo@xn--huser-gra.example', name: 'Wir' },
      personalizations: [{ to: [{ email: address }] }],
    })
  })

  it('keeps two mailers apart, and never reuses a connection', async () => {
    const wrong = mailer({ apiKey: 'SG.wrong' })
    const right = mailer()
    await failure(wrong.send(email))
    await right.send(email)
    const requests = await sandbox.requests()
    expect(requests.map(({ headers }) => [headers.authorization, headers.connection])).toEqual([
      ['Bearer SG.wrong', 'close'],
      [`Bearer ${credentials.sendgridApiKey}`, 'close'],
    ])
  })
})

describeFailures(sandbox, {
  client: mailer,
  writes: { send: one => one.send(email) },
  wrongKey: { status: 401 },
  secrets,
})

describe('a mail that is refused', () => {
  it('names the refused field, not its value', async () => {
    const message = `${email.to} does not contain a valid address`
    const errors = [{ message, field: 'personalizations.0.to.0.email', help: null }]
    await sandbox.refuse(400, { body: { errors } })
    const error = await failure(mailer().send(email))
    expect(error.message).toContain('personalizations.0.to.0.email')
    expectNoLeak(error, secrets)
  })

  it.each(['', 'not an address'])('has the recipient %j', async to => {
    await expectKind(mailer().send({ ...email, to }), 'permanent')
    expect(await sandbox.state('mails')).toEqual([])
  })
})

describe.skipIf(!hasContracts)(`sendgridMailer and the vendor's description${unlessAbsent}`, () => {
  it('sends a body as described', async () => {
    const pointer = ['components', 'requestBodies', 'PostMailSend', 'content', 'application/json', 'schema']
    const { errorsIn, keys } = contract('sendgrid_mail_v3.json', pointer)
    await mailer().send(email)
    const body = await sandbox.firstBody()
    expect(errorsIn(body)).toEqual([])
    expect(keys).toEqual(expect.arrayContaining(Object.keys(body)))
  })
})
