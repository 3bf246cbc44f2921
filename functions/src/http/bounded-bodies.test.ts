import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { memoryLog } from '../../test/support/memory-log.ts'
import { bounded } from './bounded-bodies.ts'

const limit = 1000
let read: number[] = []
const server = () =>
  createServer(
    bounded(
      async (request, response) => {
        let length = 0
        try {
          for await (const piece of request) length += piece.length
        } catch {
          return
        }
        read.push(length)
        if (!response.headersSent) response.end('read')
      },
      () => limit,
      memoryLog(['request refused']),
    ),
  )

let running: ReturnType<typeof server>
beforeEach(async () => {
  read = []
  running = server().listen(0, '127.0.0.1')
  await once(running, 'listening')
})
afterEach(() => {
  running.closeAllConnections()
  running.close()
})

/** Sends so many bytes in pieces, with their length told or not. */
async function post(bytes: number, isTold: boolean, more: Record<string, string> = {}) {
  const { port } = running.address() as AddressInfo
  const outgoing = send({
    ...{ host: '127.0.0.1', port, method: 'POST' },
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
  expect({ status, type }).toEqual({ status: 413, type: 'application/problem+json' })
  expect(JSON.parse(text)).toMatchObject({ code: 'payload-too-large', detail: 'A body may have 1000 bytes.' })
})

it('a body in crumbs is refused, although it is short enough', async () => {
  const { port } = running.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port })
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n')
  socket.write('1\r\nx\r\n'.repeat(900))
  const [answer] = await once(socket, 'data')
  socket.destroy()
  expect(String(answer)).toMatch(/^HTTP\/1.1 413 /)
  expect(String(answer)).toContain('too many pieces')
})

it('a body in pieces needs a type, since nobody would wait for it', async () => {
  expect((await post(10, false, { 'Content-Type': '' })).status).toBe(400)
  expect(read).toEqual([])
})

it('a body that is cut never comes to whoever handles requests', async () => {
  await post(1001, false)
  await post(0, true)
  expect(read).toEqual([0])
})

it.each(['gzip', 'br', 'Deflate', 'zstd, gzip'])(
  'a body that is packed by %s is refused unread',
  async encoding => {
    const { status, text } = await post(10, true, { 'Content-Encoding': encoding })
    expect([status, JSON.parse(text).code]).toEqual([400, 'validation-failed'])
    expect(read).toEqual([])
  },
)
