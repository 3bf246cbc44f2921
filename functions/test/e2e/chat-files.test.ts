import { describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import {
  acceptedOf,
  deliveryOf,
  expectProblem,
  post,
  posted,
  sandbox,
  stored,
  storedMessages,
  uniqueText,
} from '../support/chat.ts'
import { png, pngOf } from '../support/files.ts'
import { call, fromStack, signIn, sweep, type User, update } from '../support/stack.ts'

const staff = await signIn({ role: 'support' })

/** What is sent as it is. */
const raw = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
  fetch(fromStack('API_URL') + path, { method, headers, ...(body && { body }) })

const upload = (
  threadId: string,
  user: User,
  { bytes = png, type = 'image/png', name = 'plan.png' } = {},
): Promise<Response> =>
  raw(
    `/chat/threads/${threadId}/files`,
    'POST',
    {
      Authorization: `Bearer ${user.token}`,
      'Content-Type': type,
      'X-File-Name': encodeURIComponent(name),
    },
    new Uint8Array(bytes),
  )

async function uploaded(...sent: Parameters<typeof upload>): Promise<string> {
  const answer = await upload(...sent)
  expect(answer.status).toBe(201)
  const { fileId } = (await answer.json()) as { fileId: string }
  return fileId
}

const fileAt = (threadId: string, fileId: string) => `/chat/threads/${threadId}/files/${fileId}`
const open = (user: User, path: string, method = 'GET') =>
  raw(path, method, { Authorization: `Bearer ${user.token}` })

describe('an upload', () => {
  it('goes with a message, and is read by who reads that', async () => {
    const member = await signIn()
    const { threadId } = await storeGuestThread({ participantIds: [member.uid] })
    const fileId = await uploaded(threadId, member, { name: 'Grüße.png' })
    const message = await posted(threadId, member, { body: 'See this', files: [fileId] })
    const shown = { fileId, name: 'Grüße.png', type: 'image/png', size: png.length }
    expect(message.files).toEqual([shown])
    const { body } = await call('GET', `/chat/threads/${threadId}/messages`, { token: staff.token })
    expect(body.messages[0].files).toEqual([shown])
    for (const user of [staff, member]) {
      const answer = await open(user, fileAt(threadId, fileId))
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': `inline; filename="Gr__e.png"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.png`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
        'cache-control': 'no-store',
      })
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
    }
    expectProblem(await call('GET', fileAt(threadId, fileId)), 401, 'unauthenticated')
    const stranger = await signIn()
    expectProblem(
      await call('GET', fileAt(threadId, fileId), { token: stranger.token }),
      404,
      'thread-not-found',
    )
  })

  it('that may run is only ever downloaded', async () => {
    const { threadId } = await storeGuestThread()
    for (const type of ['text/html', 'image/svg+xml']) {
      const bytes = Buffer.from('<svg onload="alert(1)">')
      const fileId = await uploaded(threadId, staff, { bytes, type, name: 'a.html' })
      const answer = await open(staff, fileAt(threadId, fileId))
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="a.html"',
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
      })
    }
  })

  it.each([
    ['image/jpg', 'a.jpg', '\xff\xd8\xff\xe0 JFIF', 'image/jpeg', 'inline'],
    ['audio/mp3', 'a.mp3', 'ID3\x04', 'audio/mpeg', 'inline'],
    ['application/msword', 'a.doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/msword', 'attachment'],
    ['application/octet-stream', 'a.vcf', 'BEGIN:VCARD', 'text/vcard; charset=utf-8', 'attachment'],
    ['application/pdf', 'a.pdf', '\xef\xbb\xbf\n%PDF-1.7', 'application/pdf', 'inline'],
  ])('said as %s, %s, is what it is', async (type, name, content, shown, how) => {
    const { threadId } = await storeGuestThread()
    const fileId = await uploaded(threadId, staff, { bytes: Buffer.from(content, 'latin1'), type, name })
    const { headers } = await open(staff, fileAt(threadId, fileId))
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      shown,
      `${how}; filename="${name}"`,
    ])
  })

  it('is refused to who could not send it, and of what it is not', async () => {
    const [member, joined] = [await signIn(), await signIn()]
    const { threadId } = await storeGuestThread({
      participantIds: [member.uid, joined.uid],
      selfJoinedIds: [joined.uid],
    })
    const statusOf = async (...sent: Parameters<typeof upload>) => (await upload(...sent)).status
    expect(await statusOf(threadId, member)).toBe(201)
    expect(await statusOf(threadId, joined)).toBe(403)
    expect(await statusOf(threadId, await signIn())).toBe(403)
    expect(await statusOf('nowhere', staff)).toBe(404)
    expect(await statusOf(threadId, { uid: '', token: 'x' })).toBe(401)
    expect(await statusOf(threadId, staff, { type: 'image/jpeg' })).toBe(400)
    expect(await statusOf(threadId, staff, { bytes: Buffer.alloc(0) })).toBe(400)
    await update(`threads/${threadId}`, { removedIds: [member.uid], participantIds: [] })
    expect(await statusOf(threadId, member)).toBe(404)
  })

  it('may have 16 MiB, and no path but its own', async () => {
    const { threadId } = await storeGuestThread()
    const most = 16 * 1024 * 1024
    expect((await upload(threadId, staff, { bytes: pngOf(most) })).status).toBe(201)
    expect((await upload(threadId, staff, { bytes: pngOf(most + 1) })).status).toBe(413)
    const body = { body: 'x'.repeat(100_000) }
    expectProblem(await post(threadId, staff, body), 413, 'payload-too-large')
  })

  it('that cannot be kept says so', async () => {
    const { threadId } = await storeGuestThread()
    await sandbox().fault({ vendor: 'storage', method: 'POST', mode: 'status', status: 503, times: 2 })
    const answer = await upload(threadId, staff)
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'provider-unavailable' }])
    expect((await upload(threadId, staff)).status).toBe(201)
  })

  it('that no message uses is gone after a day', async () => {
    const { threadId } = await storeGuestThread()
    const fileId = await uploaded(threadId, staff)
    await update(`files/${fileId}`, { dueAt: new Date(Date.now() - 1000) })
    await sweep('workdue')
    expect(await stored(`files/${fileId}`)).toBeUndefined()
    const { objects } = await sandbox().state('storage')
    expect(objects.map(({ name }: { name: string }) => name)).not.toContain(`files/${fileId}`)
    expectProblem(await post(threadId, staff, { body: 'x', files: [fileId] }), 400, 'validation-failed')
  })
})

describe('a chatapp message with a file', () => {
  it('is fetched by the vendor at an address of its own, for as long as it may be sent', async () => {
    const { threadId } = await storeGuestThread()
    const fileId = await uploaded(threadId, staff)
    const text = uniqueText()
    const { messageId } = await posted(threadId, staff, {
      type: 'chatapp-message',
      body: text,
      files: [fileId],
    })
    await deliveryOf(threadId, messageId, 'sent')
    const [sent] = await acceptedOf(text)
    const { pathname, origin } = new URL(sent.media_urls[0])
    expect(origin).toBe(fromStack('API_URL'))
    for (const method of ['HEAD', 'GET']) {
      const answer = await raw(pathname, method, {})
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(png.length),
        'content-disposition': 'attachment; filename="plan.png"',
      })
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(method === 'GET' ? png : Buffer.alloc(0))
    }
    expectProblem(await call('GET', `${pathname}A`), 404, 'not-found')
    expectProblem(await call('GET', '/files/x'), 404, 'not-found')
  })

  it.each([
    ['audio/x-m4a', '\0\0\0\x20ftypM4A '],
    ['audio/ogg', 'OggS'],
  ])('of sound (%s) is a message of its own after the text, once', async (type, content) => {
    const { threadId } = await storeGuestThread()
    const fileId = await uploaded(threadId, staff, { bytes: Buffer.from(content, 'latin1'), type })
    const body = uniqueText()
    const sent = { type: 'chatapp-message', body, files: [fileId], messageId: 'm' }
    for (const status of [201, 200]) expect((await post(threadId, staff, sent)).status).toBe(status)
    const [voice] = (await storedMessages(threadId)).filter(({ messageId }) => messageId !== 'm')
    expect(voice).toMatchObject({ body: '', files: [{ fileId }] })
    for (const messageId of ['m', voice.messageId]) await deliveryOf(threadId, messageId, 'sent')
    expect(await acceptedOf(body)).toMatchObject([{ media_urls: [] }])
    const { messages } = await sandbox().state('twilio')
    const sid = (await stored(`threads/${threadId}/messages/${voice.messageId}`))?.externalMessageId
    expect(messages.find((one: { sid: string }) => one.sid === sid)).toMatchObject({
      body: '',
      media_urls: [expect.stringContaining('/files/')],
    })
  })

  it('that the channel would not take is not stored', async () => {
    const { threadId } = await storeGuestThread()
    const fileId = await uploaded(threadId, staff, { bytes: pngOf(5_000_001) })
    const sent = { type: 'chatapp-message', body: '', files: [fileId] }
    const answer = await post(threadId, staff, sent)
    expectProblem(answer, 400, 'validation-failed')
    expect(answer.body.detail).toContain('5 MB')
    expect((await post(threadId, staff, { ...sent, type: 'note' })).status).toBe(201)
  })
})
