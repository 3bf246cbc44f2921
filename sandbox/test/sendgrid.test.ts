import { beforeEach, describe, expect, it } from 'vitest'
import { useSandbox } from './support.ts'

const sandbox = useSandbox()
beforeEach(async () => {
  await sandbox.control('POST', '/reset')
})

const mail = {
  from: { email: 'hello@platform.example', name: 'Platform' },
  personalizations: [
    { to: [{ email: 'landlord@guest.example' }], dynamic_template_data: { property: 'Quayside Loft' } },
  ],
  template_id: 'd-0123456789abcdef0123456789abcdef',
}
const mails = async () => (await sandbox.control('GET', '/state?vendor=sendgrid')).body.mails

describe('mail/send', () => {
  it('accepts with an empty body and a new message id each time', async () => {
    const [first, second] = [await sandbox.mail(mail), await sandbox.mail(mail)]
    expect(first).toMatchObject({ status: 202, body: undefined })
    expect(first.headers.get('x-message-id')).toBeTruthy()
    expect(second.headers.get('x-message-id')).not.toBe(first.headers.get('x-message-id'))
    expect(await mails()).toHaveLength(2)
    expect((await mails())[0]).toMatchObject({ ...mail, messageId: first.headers.get('x-message-id') })
  })

  it.each<[string, unknown, string]>([
    ['no sender', { ...mail, from: undefined }, 'from.email'],
    ['a bad sender', { ...mail, from: { email: 'nobody' } }, 'from.email'],
    ['no personalizations', { ...mail, personalizations: [] }, 'personalizations'],
    ['no recipient', { ...mail, personalizations: [{ to: [] }] }, 'personalizations.0.to'],
    [
      'a bad address',
      { ...mail, personalizations: [{ to: [{ email: 'x@y' }] }] },
      'personalizations.0.to.0.email',
    ],
    ['no template and no content', { ...mail, template_id: undefined, subject: 'Hi' }, 'content'],
    [
      'no template and no subject',
      { ...mail, template_id: undefined, content: [{ type: 'text/plain', value: 'Hi' }] },
      'subject',
    ],
  ])('refuses %s', async (_name, body, field) => {
    const answer = await sandbox.mail(body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((one: { field: string }) => one.field)).toEqual([field])
    expect(await mails()).toEqual([])
  })

  it('accepts content in place of a template', async () => {
    const { template_id: _template, ...plain } = mail
    const content = [{ type: 'text/plain', value: 'Hi' }]
    expect((await sandbox.mail({ ...plain, subject: 'Hi', content })).status).toBe(202)
  })

  it('refuses a wrong key', async () => {
    expect(await sandbox.mail(mail, 'SG.wrong')).toMatchObject({
      status: 401,
      body: { errors: [{ field: null }] },
    })
    expect(await mails()).toEqual([])
  })
})
