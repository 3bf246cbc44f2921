import { describe, expect, it } from 'vitest'
import {
  descriptionsPresent,
  type Operation,
  replyProblems,
  schemaProblems,
  whyAbsent,
} from './descriptions.ts'
import { type Answer, credentials, useSandbox } from './support.ts'

const messages = '/2010-04-01/Accounts/{AccountSid}/Messages.json'
const twilioCreate: Operation = { vendor: 'twilio', path: messages, method: 'post' }
const twilioList: Operation = { vendor: 'twilio', path: messages, method: 'get' }
const twilioRead: Operation = {
  vendor: 'twilio',
  path: '/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json',
  method: 'get',
}
const algolia = (path: string, method: Operation['method']): Operation => ({
  vendor: 'algolia',
  path: `/1/indexes/${path}`,
  method,
})

const expectDescribed = (operation: Operation, answer: Answer) =>
  expect(replyProblems(operation, answer.status, answer.body)).toEqual([])

describe.skipIf(!descriptionsPresent)(`replies against the vendors' own descriptions${whyAbsent}`, () => {
  const sandbox = useSandbox()

  const form = { To: '+447700900123', From: credentials.smsSender, Body: 'Good evening' }

  it('a wrong reply is noticed', async () => {
    const { body } = await sandbox.send(form)
    expect(replyProblems(twilioCreate, 201, { ...body, sid: 'XX1' })).not.toEqual([])
    expect(replyProblems(algolia('{indexName}/batch', 'post'), 200, { taskID: 'one' })).not.toEqual([])
    expect(() => replyProblems(twilioCreate, 299, {})).toThrow('describes nothing')
  })

  it.each<[string, Record<string, string>]>([
    ['an SMS', form],
    ['a chatapp text', { ...form, To: 'whatsapp:+447700900123', From: credentials.chatappSender }],
    ['a text with media', { ...form, MediaUrl: 'https://files.example/a.jpg' }],
    ['a text from a service', { To: form.To, MessagingServiceSid: `MG${'0'.repeat(32)}`, Body: 'Hi' }],
    [
      'a template',
      { To: 'whatsapp:+447700900123', From: credentials.chatappSender, ContentSid: `HX${'1'.repeat(32)}` },
    ],
  ])('Twilio: %s', async (_name, fields) => {
    const answer = await sandbox.send(fields)
    expect(answer.status).toBe(201)
    expectDescribed(twilioCreate, answer)
    expectDescribed(twilioRead, await sandbox.twilio(`/Messages/${answer.body.sid}.json`))
  })

  it('Twilio: removals', async () => {
    const { body } = await sandbox.send(form)
    const message = `/Messages/${body.sid}.json`
    const redacted = await sandbox.twilio(message, 'POST', { Body: '' })
    expect(redacted.body.body).toBe('')
    expectDescribed({ ...twilioRead, method: 'post' }, redacted)
    // The description has no body.
    expect(await sandbox.twilio(message, 'DELETE')).toMatchObject({ status: 204, body: undefined })
    expect((await sandbox.twilio(message)).status).toBe(404)
  })

  it('Twilio: the list, inbound messages and failed ones among it', async () => {
    await sandbox.control('POST', '/twilio/inbound', {
      from: 'whatsapp:+447700900123',
      body: 'Hi',
      deliver: false,
    })
    const { body } = await sandbox.send(form)
    // Nobody listens, but the message itself changes.
    await sandbox.control('POST', '/config', { publicUrl: 'http://127.0.0.1:1' })
    await sandbox.control('POST', '/twilio/status', { sid: body.sid, status: 'failed', errorCode: 30007 })
    const list = await sandbox.twilio('/Messages.json?PageSize=2')
    expect(list.body.messages).toHaveLength(2)
    expect(list.body.next_page_uri).toContain('Page=1')
    expectDescribed(twilioList, list)
  })

  it('SendGrid: refusals', async () => {
    const post: Operation = { vendor: 'sendgrid', path: '/v3/mail/send', method: 'post' }
    const bad = await sandbox.mail({})
    expect(bad.status).toBe(400)
    expectDescribed(post, bad)
    expectDescribed(post, await sandbox.mail({}, 'wrong'))
  })

  it('Algolia: writes', async () => {
    const requests = [{ action: 'addObject', body: { objectID: 'a', title: 'One' } }]
    expectDescribed(
      algolia('{indexName}/batch', 'post'),
      await sandbox.algolia('POST', '/1/indexes/t/batch', { requests }),
    )
    const partial = await sandbox.algolia('POST', '/1/indexes/t/a/partial', { n: 1 })
    expectDescribed(algolia('{indexName}/{objectID}/partial', 'post'), partial)
    const record = algolia('{indexName}/{objectID}', 'put')
    expectDescribed(record, await sandbox.algolia('PUT', '/1/indexes/t/b', { title: 'Two' }))
    const removed = await sandbox.algolia('DELETE', '/1/indexes/t/b')
    expectDescribed(algolia('{indexName}/{objectID}', 'delete'), removed)
    const settings = await sandbox.algolia('PUT', '/1/indexes/t/settings', { customRanking: ['desc(n)'] })
    expectDescribed(algolia('{indexName}/settings', 'put'), settings)
  })

  it('Algolia: reads', async () => {
    const query = await sandbox.algolia('POST', '/1/indexes/t/query', {
      query: 'one',
      filters: 'n:1',
      hitsPerPage: 5,
    })
    expect(query.body.nbHits).toBe(1)
    expectDescribed(algolia('{indexName}/query', 'post'), query)
    const queries = await sandbox.algolia('POST', '/1/indexes/*/queries', {
      requests: [{ indexName: 't', query: '' }],
    })
    // The description's `oneOf` counts a full answer twice (it is also a valid partial one), so each result is checked
    // by itself.
    expect(queries.body.results).toHaveLength(1)
    expect(schemaProblems('algolia', 'searchResponse', queries.body.results[0])).toEqual([])
    expectDescribed(
      algolia('{indexName}/browse', 'post'),
      await sandbox.algolia('POST', '/1/indexes/t/browse', {}),
    )
    expectDescribed(
      algolia('{indexName}/settings', 'get'),
      await sandbox.algolia('GET', '/1/indexes/t/settings'),
    )
  })

  it('Algolia: refusals', async () => {
    const query = algolia('{indexName}/query', 'post')
    const missing = await sandbox.algolia('POST', '/1/indexes/none/query', {})
    expect(missing.status).toBe(404)
    expectDescribed(query, missing)
    const stranger = await sandbox.algolia('POST', '/1/indexes/t/query', {}, 'wrong')
    expect(stranger.status).toBe(403)
    expectDescribed(query, stranger)
    const bad = await sandbox.algolia('POST', '/1/indexes/t/query', { filters: 'n:' })
    expect(bad.status).toBe(400)
    expectDescribed(query, bad)
  })
})
