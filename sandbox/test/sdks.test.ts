/** The vendors' own SDKs must work with the sandbox: they read more of a reply than our adapters. */

import sendgrid from '@sendgrid/mail'
import { algoliasearch } from 'algoliasearch'
import twilio from 'twilio'
import { describe, expect, it } from 'vitest'
import { credentials, useSandbox } from './support.ts'

const sandbox = useSandbox()

/** The SDK has a fixed host, so every call is redirected to the sandbox. */
function twilioClient() {
  const client = twilio(credentials.twilioAccountSid, credentials.twilioAuthToken)
  const direct = client.httpClient
  const request = direct.request.bind(direct)
  direct.request = options =>
    request({ ...options, uri: options.uri.replace('https://api.twilio.com', `${sandbox.url}/twilio`) })
  return client
}

describe('twilio', () => {
  it('sends, lists and fetches', async () => {
    const client = twilioClient()
    const message = await client.messages.create({
      to: 'whatsapp:+447700900123',
      from: credentials.chatappSender,
      body: 'Hello',
    })
    expect(message.status).toBe('queued')
    expect(message.dateCreated).toBeInstanceOf(Date)
    await client.messages.create({ to: '+447700900123', from: credentials.smsSender, body: 'Hello' })
    const listed = await client.messages.list({ to: 'whatsapp:+447700900123', pageSize: 1 })
    expect(listed.map(one => one.sid)).toEqual([message.sid])
    expect((await client.messages.list({ pageSize: 1 })).length).toBe(2)
    expect((await client.messages(message.sid).fetch()).body).toBe('Hello')
  })

  it('reads the error code', async () => {
    const refused = twilioClient().messages.create({
      to: '+15005550004',
      from: credentials.smsSender,
      body: 'Hi',
    })
    await expect(refused).rejects.toMatchObject({ code: 21610, status: 400 })
  })
})

describe('@sendgrid/mail', () => {
  const mail = {
    to: 'landlord@guest.example',
    from: 'hello@platform.example',
    templateId: 'd-0123456789abcdef0123456789abcdef',
    dynamicTemplateData: { property: 'Quayside Loft' },
  }

  it('sends and reads a refusal', async () => {
    sendgrid.setApiKey(credentials.sendgridApiKey)
    Reflect.get(sendgrid, 'client').setDefaultRequest('baseUrl', `${sandbox.url}/sendgrid/`)
    const [response] = await sendgrid.send(mail)
    expect(response.statusCode).toBe(202)
    expect((await sandbox.control('GET', '/state?vendor=sendgrid')).body.mails[0]).toMatchObject({
      template_id: mail.templateId,
      personalizations: [{ to: [{ email: mail.to }], dynamic_template_data: mail.dynamicTemplateData }],
    })
    const refused = sendgrid.send({ ...mail, to: 'nobody' })
    await expect(refused).rejects.toMatchObject({ code: 400, response: { body: { errors: [{}] } } })
  })
})

describe('algoliasearch', () => {
  const client = (key: string) =>
    algoliasearch(credentials.algoliaAppId, key, {
      hosts: [
        { url: `${sandbox.url.replace('http://', '')}/algolia`, accept: 'readWrite', protocol: 'http' },
      ],
    })

  it('writes, searches, and restricts with a key of its own making', async () => {
    const admin = client(credentials.algoliaApiKey)
    const objects = [
      { objectID: 'a', participantIds: ['u1'], version: 1 },
      { objectID: 'b', participantIds: ['u2'], version: 1 },
    ]
    await admin.saveObjects({ indexName: 'threads', objects })
    await admin.partialUpdateObject({
      indexName: 'threads',
      objectID: 'a',
      attributesToUpdate: { title: 'late', version: { _operation: 'IncrementSet', value: 1 } },
    })
    const read = await admin.getObjects({ requests: [{ indexName: 'threads', objectID: 'a' }] })
    expect(read.results).toEqual([objects[0]])
    await admin.setSettings({ indexName: 'threads', indexSettings: { customRanking: ['desc(version)'] } })

    const restrictions = {
      filters: 'participantIds:"u2"',
      restrictIndices: ['threads'],
      validUntil: 4102444800,
    }
    const key = admin.generateSecuredApiKey({ parentApiKey: credentials.algoliaSearchKey, restrictions })
    const { results } = await client(key).search({ requests: [{ indexName: 'threads', query: '' }] })
    expect(results).toMatchObject([{ nbHits: 1, hits: [{ objectID: 'b' }] }])
    const single = await client(key).searchSingleIndex({ indexName: 'threads', searchParams: { query: '' } })
    expect(single.hits.map(hit => hit.objectID)).toEqual(['b'])
  })

  it('reads a refusal', async () => {
    const refused = client('wrong').searchSingleIndex({ indexName: 'threads' })
    await expect(refused).rejects.toMatchObject({ status: 403 })
  })
})
