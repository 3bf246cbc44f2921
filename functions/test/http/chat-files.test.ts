import { describe, expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import {
  acceptedOf,
  deliveryOf,
  post,
  posted,
  sandbox,
  stored,
  storedMessages,
  uniqueText,
} from '../support/chat.ts'
import { png, pngOf } from '../support/files.ts'
import { call, expectProblem, fromStack, signIn, type User } from '../support/stack.ts'

const staff = await signIn({ role: 'support' })

/** Calls a path with the body as it is. */
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
  it('goes with a message, and is read by the readers of that message', async () => {
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
    expectProblem(await call('GET', fileAt(threadId, fileId)), '401 unauthenticated')
    const stranger = await signIn()
    expectProblem(
      await call('GET', fileAt(threadId, fileId), { token: stranger.token }),
      '404 thread-not-found',
    )
  })

  it('may have 16 MiB, which no other path takes', async () => {
    const { threadId } = await storeGuestThread()
    const most = 16 * 1024 * 1024
    expect((await upload(threadId, staff, { bytes: pngOf(most) })).status).toBe(201)
    expect((await upload(threadId, staff, { bytes: pngOf(most + 1) })).status).toBe(413)
    const body = { body: 'x'.repeat(100_000) }
    expectProblem(await post(threadId, staff, body), '413 payload-too-large')
  })

  it('is answered with 503 if it cannot be stored', async () => {
    const { threadId } = await storeGuestThread()
    await sandbox().fault({ vendor: 'storage', method: 'POST', mode: 'status', status: 503, times: 2 })
    const answer = await upload(threadId, staff)
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'provider-unavailable' }])
    expect((await upload(threadId, staff)).status).toBe(201)
  })
})

describe('a chatapp message with a file', () => {
  it('is fetched by the vendor at an address of its own', async () => {
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
    expectProblem(await call('GET', `${pathname}A`), '404 not-found')
    expectProblem(await call('GET', '/files/x'), '404 not-found')
  })

  it.each([
    ['audio/x-m4a', '\0\0\0\x20ftypM4A '],
    ['audio/ogg', 'OggS'],
  ])('of sound (%s) becomes two messages, the text and then the file, once', async (type, content) => {
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
})
