import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../../../test/support/listen.ts'
import { codes } from './failure.ts'
import { post, type Server } from './post.ts'

const ok: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'))

/** A server that answers so, and each connection by which something came. */
async function serve(answer: RequestListener) {
  const made = createServer()
  const sockets = new Set<IncomingMessage['socket']>()
  made.on('request', (request, response) => {
    sockets.add(request.socket)
    answer(request, response)
  })
  const port = await listen(made)
  onTestFinished(() => {
    made.close()
    made.closeAllConnections()
  })
  return { server: { protocol: 'http:', hostname: '127.0.0.1', port }, sockets }
}

const send = (server: Server, withinMs = 5_000) =>
  post(server, '/v1/x', { token: 'token', body: '{"text":"ä"}', withinMs })

it('what goes at once has connections of its own, up to a bound', async () => {
  const { server, sockets } = await serve((_, response) => void setTimeout(() => response.end('{}'), 20))
  const replies = await Promise.all(Array.from({ length: 200 }, () => send(server)))
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  expect(sockets.size).toBe(128)
})

it('a connection that its server closes is used no more', async () => {
  const { server, sockets } = await serve(
    (_, response) => void response.setHeader('connection', 'close').end('{}'),
  )
  for (let count = 0; count < 2; count += 1) expect(await send(server)).toMatchObject({ status: 200 })
  expect(sockets.size).toBe(2)
})

it('what waits for a connection in vain was surely not sent, and what has one may have been processed', async () => {
  const { server, sockets } = await serve(() => {})
  const failed = { code: codes.DEADLINE_EXCEEDED, isUnsent: false }
  const begun = Array.from({ length: 128 }, () => send(server, 3_000))
  const having = expect(Promise.allSettled(begun)).resolves.toEqual(
    Array(128).fill({ status: 'rejected', reason: expect.objectContaining(failed) }),
  )
  await expect(send(server, 100)).rejects.toMatchObject({ ...failed, isUnsent: true })
  await having
  expect(sockets.size).toBe(128)
})

it.each(['localhost', '127.0.0.1', 'no-such-host.invalid'])(
  'what finds nobody at %s was surely not sent',
  async hostname => {
    const closed = createServer()
    const port = await listen(closed)
    await new Promise(resolve => closed.close(resolve))
    const failed = { code: codes.UNAVAILABLE, isUnsent: true }
    await expect(send({ protocol: 'http:', hostname, port })).rejects.toMatchObject(failed)
  },
)

it('what nobody asked for is no answer to what is asked next', async () => {
  const { server, sockets } = await serve(ok)
  await send(server)
  for (const socket of sockets) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n"other"')
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(await send(server)).toMatchObject({ text: '{}' })
  expect(sockets.size).toBe(2)
})

it('where one connection has gone silent, those that are idle are not tried one after another', async () => {
  let isSilent = false
  const { server, sockets } = await serve(
    (_, response) => void (isSilent || setTimeout(() => response.end('{}'), 20)),
  )
  await Promise.all([send(server), send(server), send(server)])
  isSilent = true
  await expect(send(server, 50)).rejects.toMatchObject({ code: codes.DEADLINE_EXCEEDED, isUnsent: false })
  isSilent = false
  expect(await send(server)).toMatchObject({ text: '{}' })
  expect(sockets.size).toBe(4)
})

it('an answer comes in the context of who asked, whoever opened the connection', async () => {
  const { server } = await serve(ok)
  const request = new AsyncLocalStorage<string>()
  const contextOfAnswer = async () => {
    await send(server)
    return request.getStore()
  }
  expect(await request.run('first', contextOfAnswer)).toBe('first')
  expect(await request.run('second', contextOfAnswer)).toBe('second')
})
