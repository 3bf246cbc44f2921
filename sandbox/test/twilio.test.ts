import webhooks from 'twilio/lib/webhooks/webhooks.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { useProject } from './project.ts'
import { credentials, useSandbox } from './support.ts'

const project = useProject()
const sandbox = useSandbox({ project })
beforeEach(async () => {
  project.calls.length = 0
  await sandbox.control('POST', '/reset')
})

const chatapp = (id: string, more: Record<string, string> = {}) => ({
  To: `whatsapp:${id}`,
  From: credentials.chatappSender,
  Body: 'Hello',
  ...more,
})
const sms = (id: string, more: Record<string, string> = {}) => ({
  To: id,
  From: credentials.smsSender,
  Body: 'Hello',
  ...more,
})
const template = { ContentSid: `HX${'a'.repeat(32)}`, ContentVariables: '{"1":"Amelia"}' }
const stored = async () => (await sandbox.control('GET', '/state?vendor=twilio')).body.messages

describe('sending', () => {
  it('sends every time it is asked: there is no idempotency', async () => {
    const [first, second] = [
      await sandbox.send(sms('+447700900123')),
      await sandbox.send(sms('+447700900123')),
    ]
    expect(first).toMatchObject({
      status: 201,
      body: { status: 'queued', date_sent: null, direction: 'outbound-api' },
    })
    expect(second.body.sid).not.toBe(first.body.sid)
    expect(await stored()).toHaveLength(2)
  })

  it.each<[string, Record<string, string>, number, number]>([
    ['no recipient', { From: credentials.smsSender, Body: 'x' }, 21604, 400],
    ['no sender', { To: '+447700900123', Body: 'x' }, 21603, 400],
    ['an invalid number', sms('07700 900123'), 21211, 400],
    ['an invalid chatapp id', chatapp('nobody'), 21211, 400],
    ['a foreign chatapp sender', chatapp('+447700900123', { From: 'whatsapp:+15005550099' }), 63007, 400],
    ['a foreign SMS sender', sms('+447700900123', { From: '+15005550099' }), 21606, 400],
    ['two channels in one message', sms('+447700900123', { From: credentials.chatappSender }), 21910, 400],
    ['nothing to say', sms('+447700900123', { Body: '' }), 21619, 400],
    ['too much to say', sms('+447700900123', { Body: 'x'.repeat(1601) }), 21617, 400],
    ['an unknown template', chatapp('+447700900123', { ContentSid: 'HX1' }), 21655, 400],
    [
      'variables that are no JSON',
      chatapp('+447700900123', { ...template, ContentVariables: '{' }),
      21656,
      400,
    ],
    [
      'a callback host with an underscore',
      sms('+447700900123', { StatusCallback: 'https://a_b.example' }),
      21609,
      400,
    ],
    ['magic: invalid', sms('+15005550001'), 21211, 400],
    ['magic: opted out', chatapp('+15005550004'), 21610, 400],
    ['magic: not a mobile', sms('+15005550009'), 21614, 400],
    ['magic: outside the window', chatapp('+15005550010'), 63016, 400],
    ['magic: not on chatapp', chatapp('+15005550011'), 63024, 400],
    ['magic: unknown to the channel', chatapp('+15005550012'), 63003, 400],
    ['magic: filtered', sms('+15005550013'), 30007, 400],
    ['magic: too many requests', sms('+15005550014'), 20429, 429],
  ])('refuses %s', async (_name, form, code, status) => {
    const answer = await sandbox.send(form)
    expect(answer).toMatchObject({
      status,
      body: { code, status, more_info: expect.stringContaining(String(code)) },
    })
    expect(await stored()).toEqual([])
  })

  it('lets the longest body, a template outside the window and a user without a number pass', async () => {
    expect((await sandbox.send(sms('+447700900123', { Body: 'x'.repeat(1600) }))).status).toBe(201)
    const { Body: _body, ...withoutBody } = chatapp('+15005550010', template)
    expect((await sandbox.send(withoutBody)).status).toBe(201)
    expect((await sandbox.send(chatapp('US.13491208655302741918'))).status).toBe(201)
    expect((await stored())[1]).toMatchObject({
      content_sid: template.ContentSid,
      content_variables: '{"1":"Amelia"}',
    })
  })

  it('accepts at most ten media', async () => {
    const media = (count: number) =>
      Array.from({ length: count }, (_, index): [string, string] => [
        'MediaUrl',
        `https://files.example/${index}`,
      ])
    const form = Object.entries(sms('+447700900123'))
    expect((await sandbox.send([...form, ...media(11)])).body.code).toBe(21623)
    expect((await sandbox.send([...form, ...media(10)])).body).toMatchObject({
      num_media: '10',
      sid: expect.stringMatching(/^MM/),
    })
  })

  it('removes the text, the files and the message itself', async () => {
    const { messageSid: sid } = (
      await sandbox.control('POST', '/twilio/inbound', {
        from: 'whatsapp:+447700900177',
        body: 'a secret',
        numMedia: 1,
        deliver: false,
      })
    ).body
    const list = `/Messages/${sid}/Media.json`
    const [file] = (await sandbox.twilio(list)).body.media_list
    const media = `/Messages/${sid}/Media/${file.sid}.json`
    expect((await sandbox.twilio(media, 'DELETE')).status).toBe(204)
    expect((await sandbox.twilio(media, 'DELETE')).status).toBe(404)
    expect((await sandbox.twilio(list)).body.media_list).toEqual([])
    const message = `/Messages/${sid}.json`
    expect((await sandbox.twilio(message, 'POST', { Body: 'other' })).status).toBe(400)
    expect((await sandbox.twilio(message, 'POST', { Body: '' })).body.body).toBe('')
    expect(JSON.stringify(await stored())).not.toContain('a secret')
    expect((await sandbox.twilio(message, 'DELETE')).status).toBe(204)
    expect((await sandbox.twilio(message, 'DELETE')).body.code).toBe(20404)
  })

  it('refuses other credentials, another account and anything but a form', async () => {
    expect(await sandbox.send(sms('+447700900123'), 'Basic eDp5')).toMatchObject({
      status: 401,
      body: { code: 20003 },
    })
    expect((await sandbox.twilio('/Messages/SM0.json')).body.code).toBe(20404)
    const pair = Buffer.from(`${credentials.twilioAccountSid}:${credentials.twilioAuthToken}`).toString(
      'base64',
    )
    const response = await fetch(
      `${sandbox.url}/twilio/2010-04-01/Accounts/${credentials.twilioAccountSid}/Messages.json`,
      {
        method: 'POST',
        headers: { authorization: `Basic ${pair}`, 'content-type': 'application/json' },
        body: JSON.stringify(sms('+447700900123')),
      },
    )
    expect(await response.json()).toMatchObject({ code: 21604 })
  })
})

describe('looking up', () => {
  it('lists by address, newest first, with inbound messages, in pages', async () => {
    const first = await sandbox.send(sms('+447700900123', { Body: 'one' }))
    await sandbox.send(sms('+447700900456', { Body: 'two' }))
    await sandbox.send(sms('+447700900123', { Body: 'three' }))
    await sandbox.control('POST', '/twilio/inbound', { from: '+447700900123', body: 'four' })
    const bodies = async (query: string) =>
      (await sandbox.twilio(`/Messages.json?${query}`)).body.messages.map((one: { body: string }) => one.body)
    expect(await bodies('')).toEqual(['four', 'three', 'two', 'one'])
    expect(await bodies('To=%2B447700900123')).toEqual(['three', 'one'])
    expect(await bodies('From=%2B447700900123')).toEqual(['four'])
    expect(await bodies('PageSize=3&Page=1')).toEqual(['one'])
    const page = await sandbox.twilio('/Messages.json?PageSize=3')
    expect(page.body).toMatchObject({ page: 0, page_size: 3, start: 0, end: 2, previous_page_uri: null })
    expect((await sandbox.twilio(`/Messages/${first.body.sid}.json`)).body.body).toBe('one')
  })

  it('does not find a queued message by its sent date', async () => {
    const { body } = await sandbox.send(sms('+447700900123'))
    const today = new Date().toISOString().slice(0, 10)
    const found = async () => (await sandbox.twilio(`/Messages.json?DateSent=${today}`)).body.messages
    expect(await found()).toEqual([])
    await sandbox.control('POST', '/twilio/status', { sid: body.sid, status: 'sent' })
    expect(await found()).toHaveLength(1)
  })
})

const lastCall = () => {
  const call = project.calls.at(-1)
  if (!call) throw new Error('the project was not called')
  const form = Object.fromEntries(new URLSearchParams(call.text))
  const signature = String(call.headers['x-twilio-signature'] ?? '')
  const isSigned = webhooks.validateRequest(
    credentials.twilioAuthToken,
    signature,
    project.url + call.path,
    form,
  )
  return { path: call.path, form, signature, isSigned }
}

describe('inbound', () => {
  it('calls the webhook as Twilio does, signed, and returns its answer', async () => {
    const answer = await sandbox.control('POST', '/twilio/inbound', {
      from: 'whatsapp:+447700900123',
      body: 'Is there parking? ✓',
      profileName: 'Amelia',
      MediaUrl0: 'https://files.example/a.jpg',
      MediaContentType0: 'image/jpeg',
    })
    const { path, form, isSigned } = lastCall()
    expect(answer.body).toEqual({ status: 200, body: '<Response></Response>', messageSid: form.MessageSid })
    expect(path).toBe('/webhooks/twilio/inbound')
    expect(isSigned).toBe(true)
    expect(form).toMatchObject({
      SmsSid: form.MessageSid,
      AccountSid: credentials.twilioAccountSid,
      From: 'whatsapp:+447700900123',
      To: credentials.chatappSender,
      Body: 'Is there parking? ✓',
      NumMedia: '1',
      WaId: '447700900123',
      ProfileName: 'Amelia',
    })
    expect(form.MessageSid).toMatch(/^MM[0-9a-f]{32}$/)
  })

  it('is SMS without the prefix, repeats a sid without storing it twice', async () => {
    const messageSid = `SM${'b'.repeat(32)}`
    for (let time = 0; time < 2; time += 1) {
      await sandbox.control('POST', '/twilio/inbound', { from: '+447700900123', body: 'Hi', messageSid })
    }
    expect(project.calls).toHaveLength(2)
    expect(lastCall().form).toMatchObject({
      MessageSid: messageSid,
      To: credentials.smsSender,
      NumMedia: '0',
    })
    expect(lastCall().form).not.toHaveProperty('WaId')
    expect(await stored()).toMatchObject([{ sid: messageSid, direction: 'inbound', status: 'received' }])
  })

  it('names a user without a number by an id', async () => {
    await sandbox.control('POST', '/twilio/inbound', { from: 'whatsapp:US.1349120865', body: 'Hi' })
    expect(lastCall().form).toMatchObject({ ExternalUserId: 'US.1349120865' })
  })

  it('names the message that is replied to', async () => {
    const originalRepliedMessageSid = `SM${'c'.repeat(32)}`
    const reply = { from: 'whatsapp:+447700900123', body: 'Yes', originalRepliedMessageSid }
    await sandbox.control('POST', '/twilio/inbound', reply)
    expect(lastCall()).toMatchObject({
      isSigned: true,
      form: { OriginalRepliedMessageSid: originalRepliedMessageSid },
    })
  })

  it('signs wrongly or not at all when asked', async () => {
    const inbound = { from: '+447700900123', body: 'Hi' }
    await sandbox.control('POST', '/twilio/inbound', { ...inbound, signature: 'forged' })
    expect(lastCall()).toMatchObject({ signature: 'forged', isSigned: false })
    await sandbox.control('POST', '/twilio/inbound', { ...inbound, signature: '' })
    expect(lastCall()).toMatchObject({ signature: '', isSigned: false })
  })

  it('can be lost: recorded, without a call', async () => {
    await sandbox.control('POST', '/twilio/inbound', { from: '+447700900123', body: 'Hi', deliver: false })
    expect(project.calls).toEqual([])
    expect(await stored()).toHaveLength(1)
  })

  it('stops SMS to a number after STOP, until START', async () => {
    await sandbox.control('POST', '/twilio/inbound', { from: '+447700900123', body: ' stop ' })
    expect((await sandbox.send(sms('+447700900123'))).body.code).toBe(21610)
    await sandbox.control('POST', '/twilio/inbound', { from: '+447700900123', body: 'START' })
    expect((await sandbox.send(sms('+447700900123'))).status).toBe(201)
  })

  it('refuses without a project, or if the project does not answer', async () => {
    const inbound = { from: '+447700900123', body: 'Hi' }
    await sandbox.control('POST', '/config', { publicUrl: null })
    expect((await sandbox.control('POST', '/twilio/inbound', inbound)).status).toBe(409)
    await sandbox.control('POST', '/config', { publicUrl: 'http://127.0.0.1:1' })
    expect((await sandbox.control('POST', '/twilio/inbound', inbound)).status).toBe(502)
    await sandbox.control('POST', '/config', { publicUrl: project.url })
  })
})

describe('files of an inbound message', () => {
  const receive = async (more: object) =>
    (await sandbox.control('POST', '/twilio/inbound', { from: '+447700900123', body: '', ...more })).body
      .messageSid

  it('have addresses at the sandbox by default', async () => {
    const sid = await receive({ numMedia: 2, mediaContentType1: 'audio/ogg' })
    const { form } = lastCall()
    expect(form).toMatchObject({
      NumMedia: '2',
      MediaContentType0: 'image/png',
      MediaContentType1: 'audio/ogg',
    })
    const { body } = await sandbox.twilio(`/Messages/${sid}/Media.json`)
    const mediaUrls = [form.MediaUrl0, form.MediaUrl1]
    expect(body.media_list.map(({ uri }: { uri: string }) => `${sandbox.url}/twilio${uri}`)).toEqual(
      mediaUrls.map(url => `${url}.json`),
    )
    expect(body.media_list[1]).toMatchObject({ parent_sid: sid, content_type: 'audio/ogg' })
    expect((await sandbox.twilio(`/Messages/${sid}.json`)).body.num_media).toBe('2')
  })

  it('need our key at their own address, which redirects to one without a key', async () => {
    await receive({ mediaContentType0: 'image/png' })
    const address = String(lastCall().form.MediaUrl0)
    const headers = {
      authorization: `Basic ${Buffer.from(`${credentials.twilioAccountSid}:${credentials.twilioAuthToken}`).toString('base64')}`,
    }
    expect((await fetch(address)).status).toBe(401)
    const leading = await fetch(address, { headers, redirect: 'manual' })
    expect(leading.status).toBe(307)
    const file = await fetch(String(leading.headers.get('location')))
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    expect((await fetch(`${address.slice(0, -4)}0000`, { headers })).status).toBe(404)
  })

  it('are not found for an unknown message, and none for a message without files', async () => {
    expect((await sandbox.twilio(`/Messages/SM${'0'.repeat(32)}/Media.json`)).status).toBe(404)
    expect(
      (await sandbox.twilio(`/Messages/${await receive({ body: 'x' })}/Media.json`)).body.media_list,
    ).toEqual([])
  })
})

it('a forged call is in no list', async () => {
  await sandbox.control('POST', '/twilio/inbound', { from: '+447700900123', body: 'Hi', signature: 'forged' })
  expect(await stored()).toEqual([])
})

describe('status', () => {
  it("updates the message and calls the message's own callback, signed", async () => {
    const StatusCallback = `${project.url}/own/callback?thread=1#rc=3`
    const { body } = await sandbox.send(chatapp('+447700900123', { StatusCallback }))
    await sandbox.control('POST', '/twilio/status', { sid: body.sid, status: 'failed', errorCode: 63016 })
    const { path, form, isSigned } = lastCall()
    expect(path).toBe('/own/callback?thread=1')
    expect(isSigned).toBe(true)
    expect(form).toMatchObject({ MessageSid: body.sid, MessageStatus: 'failed', ErrorCode: '63016' })
    expect((await sandbox.twilio(`/Messages/${body.sid}.json`)).body).toMatchObject({
      status: 'failed',
      error_code: 63016,
    })
  })

  it('repeats a call without an answer, as often as the address asks', async () => {
    const StatusCallback = `${project.url}/own/callback#rc=2&rt=200`
    const { body } = await sandbox.send(chatapp('+447700900123', { StatusCallback }))
    const status = { sid: body.sid, status: 'delivered' }
    project.silent.left = 2
    expect((await sandbox.control('POST', '/twilio/status', status)).body).toMatchObject({ status: 200 })
    expect(project.calls).toHaveLength(3)
    project.silent.left = 3
    expect((await sandbox.control('POST', '/twilio/status', status)).status).toBe(502)
    expect(project.calls).toHaveLength(6)
  })

  it('calls the project for a message without a callback, and for one that the sandbox never sent', async () => {
    const { body } = await sandbox.send(sms('+447700900123'))
    await sandbox.control('POST', '/twilio/status', { sid: body.sid, status: 'delivered' })
    expect(lastCall()).toMatchObject({ path: '/webhooks/twilio/status', isSigned: true })
    expect(lastCall().form).not.toHaveProperty('ErrorCode')
    await sandbox.control('POST', '/twilio/status', { sid: `SM${'c'.repeat(32)}`, status: 'read' })
    expect(lastCall().form).toMatchObject({ MessageSid: `SM${'c'.repeat(32)}`, MessageStatus: 'read' })
  })
})
