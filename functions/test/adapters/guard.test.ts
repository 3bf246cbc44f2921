import { once } from 'node:events'
import http, { createServer, request as send } from 'node:http'
import { connect } from 'node:net'
import { http as register } from '@google-cloud/functions-framework'
import { getTestServer } from '@google-cloud/functions-framework/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settings } from '../../src/config.ts'
import { guarded, guardServer, typeOfBody } from '../../src/http/guard.ts'
import { listen } from '../support/listen.ts'
import { memoryLog } from '../support/memory-log.ts'

const limit = 1000
let [read, port]: [number[], number] = [[], 0]
const server = () =>
  createServer(
    guarded(
      async (request, response) => {
        let length = 0
        try {
          for await (const piece of request) length += piece.length
        } catch {
          return
        }
        read.push(length)
        if (request.url === '/thinks') await new Promise(resolve => setTimeout(resolve, 400))
        if (!response.headersSent) response.end('read')
      },
      {
        limitOf: url => (url === '/long' ? 2 * limit : limit),
        log: memoryLog(['request refused']),
        withinMs: () => 200,
      },
    ),
  )

let running: ReturnType<typeof server>
beforeEach(async () => {
  read = []
  running = server()
  port = await listen(running)
})
afterEach(() => {
  vi.unstubAllEnvs()
  running.closeAllConnections()
  running.close()
})

/** Sends so many bytes in pieces, with their length told or not. */
async function post(bytes: number, isTold: boolean, more: Record<string, string> = {}, path = '/') {
  const outgoing = send({
    ...{ host: '127.0.0.1', port, path, method: 'POST' },
    headers: {
      'Content-Type': 'text/plain',
      ...more,
      ...(isTold ? { 'Content-Length': bytes } : { 'Transfer-Encoding': 'chunked' }),
    },
  })
  outgoing.on('error', () => {})
  const answered = once(outgoing, 'response')
  for (let left = bytes; left > 0 && !outgoing.destroyed; left -= 100)
    outgoing.write(Buffer.alloc(Math.min(100, left)))
  outgoing.end()
  const [response] = await answered
  const text = await new Response(response).text()
  return { status: response.statusCode, text, type: response.headers['content-type'] }
}

/** Writes this to a connection; answers what comes. */
async function raw(...pieces: string[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port })
  for (const piece of pieces) socket.write(piece)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

it.each([
  [0, true],
  [1000, true],
  [1000, false],
])('a body of %i bytes is read (length told: %s)', async (bytes, isTold) => {
  expect(await post(bytes, isTold)).toMatchObject({ status: 200, text: 'read' })
  expect(read).toEqual([bytes])
})

it.each([
  [1001, true],
  [1001, false],
  [5_000_000, true],
  [5_000_000, false],
])('a body of %i bytes is refused (length told: %s)', async (bytes, isTold) => {
  const { status, text, type } = await post(bytes, isTold)
  expect({ status, type }).toEqual({ status: 413, type: 'application/problem+json; charset=utf-8' })
  expect(JSON.parse(text)).toMatchObject({ code: 'payload-too-large', detail: 'A body may have 1000 bytes.' })
  await post(0, true)
  expect(read).toEqual([0])
})

it('how long a body may be is said by its path', async () => {
  expect(await post(1500, true, {}, '/long')).toMatchObject({ status: 200 })
  expect((await post(1500, true)).status).toBe(413)
})

const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n'
const announced = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n'

it('a body in crumbs is refused, although it is short enough', async () => {
  const answer = await raw(chunked, '1\r\nx\r\n'.repeat(900))
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  expect(answer).toContain('too many pieces')
})

it.each([
  ['announced', announced],
  ['in pieces', chunked],
])('a body that is %s and does not come is refused, and its connection closed', async (_, begun) => {
  const socket = connect({ host: '127.0.0.1', port })
  socket.write(`${begun}1\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 408 /)
  expect(String(answer)).toContain('"code":"request-timeout"')
  await once(socket, 'close')
  expect(read).toEqual([])
})

it('whoever has sent all waits for the answer as long as it takes', async () => {
  expect(await post(10, true, {}, '/thinks')).toMatchObject({ status: 200, text: 'read' })
})

it.each([['', true], ...['', 'x', 'json', '/', 'application/'].map(type => [type, false] as const)] as const)(
  'a body of the type %j comes to nobody (length told: %s)',
  async (type, isTold) => {
    expect((await post(10, isTold, { 'Content-Type': type })).status).toBe(400)
    expect(read).toEqual([])
  },
)

it.each(['gzip', 'br', 'Deflate', 'zstd, gzip'])(
  'a body that is packed by %s is refused unread',
  async encoding => {
    const { status, text } = await post(10, true, { 'Content-Encoding': encoding })
    expect([status, JSON.parse(text).code]).toEqual([400, 'validation-failed'])
    expect(read).toEqual([])
  },
)

it('requests beyond those of a second wait for their turn, and all are answered', async () => {
  const server = createServer(
    guarded((_, response) => void response.end('done'), { log: memoryLog([]), perSecond: () => 100 }),
  )
  const url = `http://127.0.0.1:${await listen(server)}`
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 40 }, async () => (await fetch(url)).text()))
  expect(answers).toEqual(Array(40).fill('done'))
  expect(performance.now() - began).toBeGreaterThanOrEqual(385)
  server.close()
})

const pages = 'https://pages.example'
const shown = ['access-control-allow-origin', 'access-control-allow-credentials', 'vary']

it.each<[origin: string | undefined, isAllowed: boolean]>([
  [pages, true],
  ['https://other.example:8443', true],
  ['https://pages.example.evil.example', false],
  ['https://PAGES.example', false],
  ['http://pages.example', false],
  ['null', false],
  [undefined, false],
])('answers and problems are shown to pages of %s: %s', async (origin, isAllowed) => {
  const log = memoryLog(['request refused'])
  const origins = [pages, 'https://other.example:8443']
  const allowing = createServer(
    guarded((_, response) => void response.end('read'), { log, limitOf: () => limit, origins }),
  )
  const url = `http://127.0.0.1:${await listen(allowing)}/chat/threads/t/messages`
  const given = origin === undefined ? {} : { Origin: origin }
  const typed = { ...given, 'Content-Type': 'application/json' }
  const answers = await Promise.all([
    fetch(url, { headers: given }),
    fetch(url, { method: 'POST', headers: typed, body: 'x'.repeat(limit + 1) }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 413])
  for (const { headers } of answers)
    expect(shown.map(name => headers.get(name))).toEqual([isAllowed ? origin : null, null, 'Origin'])
  const asked = { ...given, 'Access-Control-Request-Method': 'PUT' }
  const preflight = await fetch(url, { method: 'OPTIONS', headers: asked })
  expect(preflight.status).toBe(isAllowed ? 204 : 200)
  expect(preflight.headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null)
  if (isAllowed)
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, X-File-Name',
    )
  // Without the question it is a request like any other.
  expect((await fetch(url, { method: 'OPTIONS', headers: given })).status).toBe(200)
  allowing.close()
})

it.each(['*', 'null', 'pages.example', `${pages}/`, `${pages} https://other.example`])(
  '"%s" is no list of origins',
  list => {
    vi.stubEnv('ALLOWED_ORIGINS', list)
    expect(() => settings.allowedOrigins()).toThrow('ALLOWED_ORIGINS must be origins')
  },
)

it('a list of origins has commas, and is empty unless it is set', () => {
  expect(settings.allowedOrigins()).toEqual([])
  vi.stubEnv('ALLOWED_ORIGINS', ` ${pages}, http://localhost:5173,`)
  expect(settings.allowedOrigins()).toEqual([pages, 'http://localhost:5173'])
})

it('without a list nothing is said of origins', async () => {
  const { headers } = await fetch(`http://127.0.0.1:${port}/`, { headers: { Origin: pages } })
  expect(shown.map(name => headers.get(name))).toEqual([null, null, null])
})

it('the platform’s server is guarded, parses no body, answers what it cannot decode, and nothing stays replaced', async () => {
  const [before, printed] = [http.createServer, vi.spyOn(console, 'error')]
  const log = memoryLog(['request refused'])
  guardServer({ log, limitOf: () => limit })
  register('guarded', (request, response) => {
    response.json([request.body.toString(), request.rawBody?.toString(), typeOfBody(request)])
  })
  const platform = getTestServer('guarded')
  expect(http.createServer).toBe(before)
  const url = `http://127.0.0.1:${await listen(platform)}/`
  const ask = (body: string, type: string) =>
    fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body })
  for (const type of [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/xml',
  ])
    for (const body of ['{"body":"a secret"', '[{},{}]', 'a=b'])
      expect(await (await ask(body, type)).json()).toEqual([body, body, type])
  expect((await ask('x'.repeat(limit + 1), 'application/json')).status).toBe(413)
  const odd = await fetch(`${url}%E0%A4%A`)
  expect([odd.status, await odd.json()]).toMatchObject([400, { code: 'validation-failed' }])
  expect(JSON.stringify([log.lines, printed.mock.calls])).not.toContain('secret')
  printed.mockRestore()
  platform.close()
  platform.closeAllConnections()
})

it.each(['application/json', 'application/x-www-form-urlencoded'])(
  'of sixteen bodies of one byte at the platform’s server (%s) each ends in its time',
  async type => {
    const log = memoryLog(['request refused'])
    guardServer({ log, limitOf: () => limit, withinMs: () => 300 })
    register('slow', (_request, response) => void response.end('read'))
    const platform = getTestServer('slow')
    const at = { host: '127.0.0.1', port: await listen(platform) }
    const ends = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const socket = connect(at)
        socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 900\r\n\r\n{`)
        const [answer] = await once(socket, 'data')
        await once(socket, 'close')
        return String(answer).slice(0, 12)
      }),
    )
    expect(ends).toEqual(Array.from({ length: 16 }, () => 'HTTP/1.1 408'))
    platform.close()
    platform.closeAllConnections()
  },
)
