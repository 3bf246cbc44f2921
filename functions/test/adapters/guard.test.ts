import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { connect } from 'node:net'
import { http as register } from '@google-cloud/functions-framework'
import { getTestServer } from '@google-cloud/functions-framework/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settings } from '../../src/config.ts'
import { guard, refusalOf, typeOfBody } from '../../src/http/guard.ts'
import { allowOrigin } from '../../src/http/origins.ts'
import { guardOf, turns } from '../../src/http/serve.ts'
import { answerUndecodable } from '../../src/http/undecodable.ts'
import { listen } from '../support/listen.ts'
import { memoryLog } from '../support/memory-log.ts'

// Tests by the platform's own server, with its body parsers.

const limit = 1000
const pages = 'https://pages.example'
let [port, unguard] = [0, () => {}]
let running: ReturnType<typeof getTestServer>
const printed = vi.spyOn(console, 'error')

/** The answer of the function: the reason of a refusal, or the body, its bytes and their type. */
register('guarded', (request, response) => {
  const refusal = refusalOf(request)
  if (refusal) response.status(400).json([refusal.code, refusal.detail, request.rawBody?.length ?? 0])
  else response.json([request.body?.toString(), request.rawBody?.length ?? 0, typeOfBody(request)])
})

beforeEach(async () => {
  printed.mockClear()
  const ends = [
    guard(path => (path === '/long' ? 2 * limit : limit)),
    answerUndecodable({ log: memoryLog(), rules: { ...settings, allowedOrigins: () => [pages] } }),
  ]
  unguard = () => ends.forEach(end => void end())
  running = getTestServer('guarded')
  port = await listen(running)
})
afterEach(() => {
  unguard()
  vi.unstubAllEnvs()
  running.closeAllConnections()
  running.close()
})

/** Sends so many bytes in pieces, with a Content-Length if `isTold`. */
async function post(bytes: number, isTold: boolean, more: Record<string, string> = {}, path = '/') {
  const outgoing = send({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers: {
      'Content-Type': 'text/plain',
      ...more,
      ...(isTold ? { 'Content-Length': bytes } : { 'Transfer-Encoding': 'chunked' }),
    },
  })
  outgoing.on('error', () => {})
  const answered = once(outgoing, 'response')
  for (let left = bytes; left > 0 && !outgoing.destroyed; left -= 100)
    outgoing.write(Buffer.alloc(Math.min(100, left), 'x'))
  outgoing.end()
  const [response] = await answered
  const answer: unknown[] = JSON.parse(await new Response(response).text())
  return answer
}

const tooLarge = ['payload-too-large', 'A body may have 1000 bytes.']

it.each([
  [0, true],
  [1000, true],
  [1000, false],
])('a body of %i bytes is read (length told: %s)', async (bytes, isTold) => {
  expect((await post(bytes, isTold))[1]).toBe(bytes)
})

it.each([1001, 5_000_000])('a body that says it has %i bytes is refused unread', async bytes => {
  expect(await post(bytes, true)).toEqual([...tooLarge, 0])
})

it.each([1001, 5_000_000])(
  'a body of %i bytes of untold length is read little beyond the limit',
  async bytes => {
    const [code, detail, read] = await post(bytes, false)
    expect([code, detail]).toEqual(tooLarge)
    expect(read).toBeLessThanOrEqual(limit + 65_536)
  },
)

it('each path has its own limit', async () => {
  expect((await post(1500, true, {}, '/long?a=b'))[1]).toBe(1500)
  expect(await post(1500, true)).toEqual([...tooLarge, 0])
})

it('a caller who goes on sending a refused body is cut off', { timeout: 15_000 }, async () => {
  const socket = connect({ host: '127.0.0.1', port })
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5000\r\n\r\nx')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('payload-too-large')
  await once(socket, 'close')
})

const [untyped, packed] = ['A body needs a Content-Type.', 'A body must not be compressed.']
it.each([
  ...['', 'x', 'json', '/', 'application/'].flatMap(type =>
    [true, false].map(isTold => [{ 'Content-Type': type }, isTold, untyped] as const),
  ),
  ...['gzip', 'br', 'Deflate', 'zstd, gzip'].map(
    encoding => [{ 'Content-Encoding': encoding }, true, packed] as const,
  ),
])('a body with %j is refused unread (length told: %s)', async (headers, isTold, detail) => {
  expect(await post(10, isTold, headers)).toEqual(['validation-failed', detail, 0])
})

it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/xml'])(
  'a body of the type %s is not parsed before its caller is known',
  async type => {
    for (const body of ['{"body":"a secret"', '[{},{}]', 'a=b']) {
      const headers = { 'Content-Type': type }
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
      expect(await answer.json()).toEqual([body, body.length, type])
    }
    expect(printed.mock.calls).toEqual([])
  },
)

it('a path that the platform cannot decode is answered, to pages of other origins too, and not printed', async () => {
  const headers = { Origin: pages }
  const odd = await fetch(`http://127.0.0.1:${port}/%E0%A4%A`, { headers })
  expect([odd.status, odd.headers.get('access-control-allow-origin')]).toEqual([400, pages])
  expect(await odd.json()).toMatchObject({ code: 'validation-failed' })
  expect(printed.mock.calls).toEqual([])
})

it('requests beyond those of a second wait for their turn', async () => {
  const turn = turns(() => 100)
  const began = performance.now()
  await Promise.all(Array.from({ length: 40 }, turn))
  expect(performance.now() - began).toBeGreaterThanOrEqual(385)
})

const shown = ['access-control-allow-origin', 'access-control-allow-credentials', 'vary']

/** Asks a server that lets pages of these origins read its answers. */
async function asking(origins: readonly string[], request: RequestInit): Promise<Response> {
  const server = createServer((received, response) => {
    if (!allowOrigin(origins, received, response)) response.end('read')
  })
  const answer = await fetch(`http://127.0.0.1:${await listen(server)}/chat/threads/t/messages`, request)
  server.close()
  return answer
}

it.each<[origin: string | undefined, isAllowed: boolean]>([
  [pages, true],
  ['https://other.example:8443', true],
  ['https://pages.example.evil.example', false],
  ['https://PAGES.example', false],
  ['http://pages.example', false],
  ['null', false],
  [undefined, false],
])('answers are shown to pages of %s: %s', async (origin, isAllowed) => {
  const origins = [pages, 'https://other.example:8443']
  const given = origin === undefined ? {} : { Origin: origin }
  const { status, headers } = await asking(origins, { headers: given })
  expect(status).toBe(200)
  expect(shown.map(name => headers.get(name))).toEqual([isAllowed ? origin : null, null, 'Origin'])
  const preflightHeaders = { ...given, 'Access-Control-Request-Method': 'PUT' }
  const preflight = await asking(origins, { method: 'OPTIONS', headers: preflightHeaders })
  expect(preflight.status).toBe(isAllowed ? 204 : 200)
  expect(preflight.headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null)
  if (isAllowed)
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, X-File-Name',
    )
  // OPTIONS without that header is a request like any other.
  expect((await asking(origins, { method: 'OPTIONS', headers: given })).status).toBe(200)
})

it.each(['*', 'null', 'pages.example', `${pages}/`, `${pages} https://other.example`])(
  '"%s" is no list of origins',
  list => {
    vi.stubEnv('ALLOWED_ORIGINS', list)
    expect(() => settings.allowedOrigins()).toThrow('ALLOWED_ORIGINS must be origins')
  },
)

it.each([
  ['chat', 'is not served'],
  ['handlemessage', 'is served'],
  ['workdue', 'is served'],
])('%s %s where the list of origins is invalid', (service, end) => {
  vi.stubEnv('ALLOWED_ORIGINS', '*')
  const begin = () => guardOf({ log: memoryLog(), rules: settings }, service)
  if (end === 'is served') expect(begin).not.toThrow()
  else expect(begin).toThrow('ALLOWED_ORIGINS must be origins')
})

it('a list of origins has commas, and is empty unless it is set', () => {
  expect(settings.allowedOrigins()).toEqual([])
  vi.stubEnv('ALLOWED_ORIGINS', ` ${pages}, http://localhost:5173,`)
  expect(settings.allowedOrigins()).toEqual([pages, 'http://localhost:5173'])
})

it('an answer without a list of origins says nothing of them', async () => {
  const { headers } = await asking([], { headers: { Origin: pages } })
  expect(shown.map(name => headers.get(name))).toEqual([null, null, null])
})
