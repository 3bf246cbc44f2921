import { beforeEach, expect, it } from 'vitest'
import { useSandbox } from './support.ts'

const sandbox = useSandbox()
beforeEach(() => sandbox.control('POST', '/reset'))

const authorization = 'Bearer any'
const at = (path: string) => `${sandbox.url}/storage${path}`
const get = (path: string) => fetch(at(path), { headers: { authorization } })
const put = (query: string, contentType: string, body: string | Uint8Array<ArrayBuffer>) =>
  fetch(at(`/upload/storage/v1/b/files/o?${query}`), {
    method: 'POST',
    headers: { authorization, 'content-type': contentType },
    body,
  })
const object = '/storage/v1/b/files/o/a%2Fb'

it('keeps the bytes of a simple upload as they are, until the object is removed', async () => {
  const bytes = new Uint8Array([0, 255, 13, 10, 45, 45, 200])
  const stored = await put('uploadType=media&name=a/b', 'image/png', bytes)
  expect(await stored.json()).toMatchObject({ name: 'a/b', size: '7', contentType: 'image/png' })
  expect(await (await get(object)).json()).toMatchObject({ name: 'a/b', bucket: 'files', size: '7' })
  const whole = await get(`${object}?alt=media`)
  expect(whole.headers.get('content-type')).toBe('image/png')
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes)
  const remove = () => fetch(at(object), { method: 'DELETE', headers: { authorization } })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect((await get(object)).status).toBe(404)
  expect((await sandbox.control('GET', '/state?vendor=storage')).body.objects).toEqual([])
})

it('refuses another kind of upload, and an upload without a name', async () => {
  for (const query of ['uploadType=resumable&name=a', 'uploadType=media'])
    expect((await put(query, 'text/plain', 'a')).status).toBe(400)
})

it('refuses calls without a token, and records no bytes', async () => {
  expect((await fetch(at(object))).status).toBe(401)
  expect((await fetch(at(object), { headers: { authorization: 'Basic x' } })).status).toBe(401)
  await put('uploadType=media&name=a', 'text/plain', 'secret')
  const recorded = (await sandbox.control('GET', '/requests?vendor=storage')).body
  expect(JSON.stringify(recorded)).not.toContain('secret')
})
