import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { memoryLog } from '../../test/support/memory-log.ts'
import type { HttpRequest } from './handler.ts'
import { servingJson } from './json-requests.ts'

const log = memoryLog([])
let asked: HttpRequest[] = []
const server = createServer(
  servingJson(
    async (request, response) => {
      asked.push(request)
      response.end('ours')
    },
    { log },
    (_, response) => void response.end('the platform’s'),
  ),
)
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())
beforeEach(() => {
  asked = []
})

const json = { 'Content-Type': 'application/json' }
const post = async (path: string, body: string | Buffer, headers: Record<string, string> = json) =>
  (await fetch(url() + path, { method: 'POST', headers, body })).text()

it('is what the platform would make of it', async () => {
  const sent = { body: 'Grüße', __proto__: null, deep: [{ a: 1 }] }
  const headers = { ...json, 'X-Forwarded-For': '1.1.1.1, 2.2.2.2' }
  expect(await post('/chat/a%20b?x=1&x=2&y=%C3%A4', JSON.stringify(sent), headers)).toBe('ours')
  const [request] = asked
  expect(request).toMatchObject({
    method: 'POST',
    path: '/chat/a%20b',
    originalUrl: '/chat/a%20b?x=1&x=2&y=%C3%A4',
  })
  expect(request?.query).toEqual({ x: ['1', '2'], y: 'ä' })
  expect(request?.body).toEqual(sent)
  expect(request?.rawBody?.toString()).toBe(JSON.stringify(sent))
  expect(request?.get('X-FORWARDED-FOR')).toBe('1.1.1.1, 2.2.2.2')
  expect(request?.get('x-other')).toBeUndefined()
})

it('may begin with a byte order mark', async () => {
  await post('/', '\uFEFF{"body":"x"}')
  expect(asked[0]?.body).toEqual({ body: 'x' })
})

it.each(['{"body":', 'nonsense', '"text"', '7', 'null', ' '])('%j is no object, and told so', async text => {
  await post('/', text)
  expect(() => asked[0]?.body).toThrow(expect.objectContaining({ code: 'validation-failed' }))
})

it.each([
  ['another type', { 'Content-Type': 'text/plain' }],
  ['another character set', { 'Content-Type': 'application/json; charset=utf-16' }],
  ['no type', {}],
])('with %s is left to the platform', async (_, headers) => {
  expect(await post('/', Buffer.from('{}'), headers)).toBe('the platform’s')
})

it('without a body, or of a length that is not told, is left to the platform', async () => {
  expect(await (await fetch(url(), { headers: json })).text()).toBe('the platform’s')
  expect(await post('/', '')).toBe('the platform’s')
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(Buffer.from('{}'))
      stream.close()
    },
  })
  const sent = { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit
  expect(await (await fetch(url(), sent)).text()).toBe('the platform’s')
})

it('is not served when it breaks off', async () => {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a":',
  )
  socket.destroy()
  await once(socket, 'close')
  expect(await post('/', '{}')).toBe('ours')
  expect(asked).toHaveLength(1)
})
