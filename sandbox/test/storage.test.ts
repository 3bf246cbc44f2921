import { beforeEach, expect, it } from 'vitest'
import { useSandbox } from './support.ts'

const sandbox = useSandbox()
beforeEach(() => sandbox.control('POST', '/reset'))

const authorization = 'Bearer any'
const at = (path: string) => `${sandbox.url}/storage${path}`
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(at(path), { headers: { authorization, ...headers } })
const put = (query: string, contentType: string, body: string | Uint8Array<ArrayBuffer>) =>
  fetch(at(`/upload/storage/v1/b/files/o?${query}`), {
    method: 'POST',
    headers: { authorization, 'content-type': contentType },
    body,
  })
const object = '/storage/v1/b/files/o/a%2Fb'

it('keeps the bytes of a simple upload as they are, and gives parts of them', async () => {
  const bytes = new Uint8Array([0, 255, 13, 10, 45, 45, 200])
  const stored = await put('uploadType=media&name=a/b', 'image/png', bytes)
  expect(await stored.json()).toMatchObject({ name: 'a/b', size: '7', contentType: 'image/png' })
  expect(await (await get(object)).json()).toMatchObject({ name: 'a/b', bucket: 'files', size: '7' })
  const whole = await get(`${object}?alt=media`)
  expect(whole.headers.get('content-type')).toBe('image/png')
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes)
  const part = await get(`${object}?alt=media`, { range: 'bytes=1-3' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1-3/7'])
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(1, 4))
  expect((await get(`${object}?alt=media`, { range: 'bytes=7-' })).status).toBe(416)
})

const multipart = (resource: object) =>
  `--x\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(resource)}\r\n--x\r\nContent-Type: text/plain\r\n\r\nline\r\n--y\r\n--x--`

it('takes an upload in two parts once, where that is asked for', async () => {
  const query = 'uploadType=multipart&ifGenerationMatch=0'
  const type = 'multipart/related; boundary=x'
  const stored = await put(query, type, multipart({ name: 'a/b', metadata: { of: 'me' } }))
  expect(await stored.json()).toMatchObject({ contentType: 'text/plain', metadata: { of: 'me' } })
  expect(await (await get(`${object}?alt=media`)).text()).toBe('line\r\n--y')
  expect((await put(query, type, multipart({ name: 'a/b' }))).status).toBe(412)
  expect((await put(query, type, 'nothing')).status).toBe(400)
  expect((await put(query, type, multipart({}))).status).toBe(400)
})

interface Listed {
  items: { name: string }[]
  nextPageToken?: string
}

it('lists by the beginning of the name, page by page, and takes away', async () => {
  for (const name of ['a/b', 'a/c', 'b/a']) await put(`uploadType=media&name=${name}`, 'text/plain', name)
  const names = async (query: string) => {
    const listed = (await (await get(`/storage/v1/b/files/o?${query}`)).json()) as Listed
    return [listed.items.map(({ name }) => name), listed.nextPageToken]
  }
  expect(await names('prefix=a/')).toEqual([['a/b', 'a/c'], undefined])
  expect(await names('maxResults=2')).toEqual([['a/b', 'a/c'], 'a/c'])
  expect(await names('maxResults=2&pageToken=a/c')).toEqual([['b/a'], undefined])
  const remove = () => fetch(at(object), { method: 'DELETE', headers: { authorization } })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect((await get(object)).status).toBe(404)
  const { objects } = (await sandbox.control('GET', '/state?vendor=storage')).body
  expect(objects).toHaveLength(2)
})

it('lets nobody in without a token, and records no bytes', async () => {
  expect((await fetch(at(object))).status).toBe(401)
  expect((await fetch(at(object), { headers: { authorization: 'Basic x' } })).status).toBe(401)
  await put('uploadType=media&name=a', 'text/plain', 'secret')
  const recorded = (await sandbox.control('GET', '/requests?vendor=storage')).body
  expect(JSON.stringify(recorded)).not.toContain('secret')
})
