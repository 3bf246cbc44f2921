import { expect, it } from 'vitest'
import { storeGuestThread } from '../support/builders.ts'
import { posted } from '../support/chat.ts'
import { png } from '../support/files.ts'
import { call, fromStack, signIn, uniqueId } from '../support/stack.ts'

const staff = await signIn({ role: 'support' })
const { token } = staff
const at = (id: string) => `/chat/canned-replies/${id}`
const read = async (id: string) =>
  (await call('GET', '/chat/canned-replies', { token })).body.replies.find(
    (one: { id: string }) => one.id === id,
  )

async function upload(threadId: string, query: string, bytes?: Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await fetch(`${fromStack('API_URL')}/chat/threads/${threadId}/files${query}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      ...(bytes && { 'Content-Type': 'image/png', 'X-File-Name': 'map.png' }),
    },
    ...(bytes && { body: bytes }),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { fileId: string }).fileId
}

it('a reply with a file is written, listed, sent, changed and deleted', async () => {
  const { threadId } = await storeGuestThread()
  const fileId = await upload(threadId, '', new Uint8Array(png))
  const id = uniqueId('canned')
  const body = { id, name: ` Map ${id} `, text: 'Hello {{guest}}', fileIds: [fileId] }
  const made = await call('POST', '/chat/canned-replies', { token, body })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({ id, name: `Map ${id}`, changedBy: staff.uid, version: 1 })
  expect(await read(id)).toEqual(made.body)
  const copy = await upload(threadId, `?copyOf=${fileId}`)
  const message = await posted(threadId, staff, { body: 'Here it is', files: [copy] })
  expect(message.files).toEqual([{ fileId: copy, name: 'map.png', type: 'image/png', size: png.length }])
  const change = { version: 1, name: `Map ${id}`, text: 'Dear {{guest}}' }
  expect((await call('PUT', at(id), { token, body: change })).body).toMatchObject({ version: 2, files: [] })
  const late = await call('PUT', at(id), { token, body: { ...change, text: 'Other' } })
  expect([late.status, late.body.code]).toEqual([409, 'canned-reply-changed'])
  for (const _ of [1, 2]) expect((await call('DELETE', at(id), { token })).status).toBe(204)
  expect(await read(id)).toBeUndefined()
  expect((await call('PUT', at(id), { token, body: change })).status).toBe(404)
})

it('a reply without an id gets one', async () => {
  const name = uniqueId('No id')
  const made = await call('POST', '/chat/canned-replies', { token, body: { name, text: 'x'.repeat(10_000) } })
  expect(made.status, made.text).toBe(201)
  expect(await read(made.body.id)).toMatchObject({ name })
  await call('DELETE', at(made.body.id), { token })
})
