import { AsyncLocalStorage } from 'node:async_hooks'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../../../../test/deployed/certificate.ts'
import type { HttpReply } from './http-reply.ts'
import { type Exchange, type Lines, linesTo } from './lines.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

let ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends) end()
  ends = []
})

/** A server that does this with what comes; answers its lines, and each connection that something came by. */
async function server(answer: (socket: Socket) => void, made: Server = createServer(), protocol = 'http:') {
  const sockets: Socket[] = []
  made.on(protocol === 'http:' ? 'connection' : 'secureConnection', (socket: Socket) => {
    socket.once('data', () => sockets.push(socket))
    socket.on('data', () => answer(socket)).on('error', () => {})
  })
  await new Promise<void>(resolve => made.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    made.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = made.address() as AddressInfo
  const hostname = protocol === 'http:' ? '127.0.0.1' : 'localhost'
  return { lines: linesTo({ protocol, hostname, port }), sockets }
}

const exchange = (lines: Lines, during: (begun: Exchange) => void = () => {}) =>
  new Promise<HttpReply | string>(resolve => {
    const begun: Exchange = {
      request: 'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
      answered: resolve,
      brokeOff: error => resolve(`broke off: ${error?.message ?? 'no error'}`),
    }
    lines.begin(begun)
    during(begun)
  })

it('one connection is enough for what goes one after another', async () => {
  const { lines, sockets } = await server(socket => socket.write(ok))
  for (let count = 0; count < 5; count += 1) expect(await exchange(lines)).toMatchObject({ text: '{}' })
  expect(sockets).toHaveLength(1)
})

it('what goes at once has connections of its own, up to a bound', async () => {
  const { lines, sockets } = await server(socket => setTimeout(() => socket.write(ok), 20))
  const replies = await Promise.all(Array.from({ length: 200 }, () => exchange(lines)))
  expect(replies.every(reply => typeof reply === 'object' && reply.status === 200)).toBe(true)
  expect(sockets).toHaveLength(128)
})

it('what waits for a connection can be given up, and what has one gives it up', async () => {
  const { lines, sockets } = await server(() => {})
  const begun: Exchange[] = []
  const carried = Array.from({ length: 128 }, () => exchange(lines, one => begun.push(one)))
  let isOver = false
  void exchange(lines, one => lines.giveUp(one)).then(() => {
    isOver = true
  })
  await expect.poll(() => sockets.length, { timeout: 10_000 }).toBe(128)
  for (const one of begun) lines.giveUp(one)
  expect(await Promise.all(carried)).toEqual(Array(128).fill('broke off: no error'))
  await Promise.all(sockets.map(socket => socket.destroyed || once(socket, 'close')))
  expect([isOver, sockets.length]).toEqual([false, 128])
})

it('a connection that its server closes is used no more', async () => {
  const { lines, sockets } = await server(socket => socket.write(ok))
  await exchange(lines)
  for (const socket of sockets) await once(socket.end(), 'close')
  expect(await exchange(lines)).toMatchObject({ status: 200 })
  expect(sockets).toHaveLength(2)
})

it.each([
  ['says that it ends', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}'],
  ['is of the old version', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}'],
])('a connection that %s is used no more', async (_, reply) => {
  const { lines, sockets } = await server(socket => socket.write(reply))
  for (let count = 0; count < 2; count += 1) expect(await exchange(lines)).toMatchObject({ text: '{}' })
  expect(sockets).toHaveLength(2)
})

it('what nobody asked for is no answer to what is asked next', async () => {
  const { lines, sockets } = await server(socket => socket.write(ok))
  await exchange(lines)
  for (const socket of sockets) {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n"other"')
    await once(socket, 'close')
  }
  expect(await exchange(lines)).toMatchObject({ text: '{}' })
  expect(sockets).toHaveLength(2)
})

it('what is no reply breaks its connection off', async () => {
  const { lines, sockets } = await server(socket => socket.write('SSH-2.0-OpenSSH_9.6\r\n\r\n'))
  expect(await exchange(lines)).toBe('broke off: the reply does not begin as one')
  await exchange(lines)
  expect(sockets).toHaveLength(2)
})

it('a secret connection is made to nobody but who it is for', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const cert = selfSigned(publicKey, privateKey, 'localhost')
  const { lines, sockets } = await server(
    socket => socket.write(ok),
    createSecureServer({ key, cert }),
    'https:',
  )
  expect(await exchange(lines)).toContain('self-signed certificate')
  const before = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(before))
  setDefaultCACertificates([...before, cert])
  for (let count = 0; count < 3; count += 1) expect(await exchange(lines)).toMatchObject({ text: '{}' })
  expect(sockets).toHaveLength(1)
})

it('where one connection has gone silent, those that are idle are not tried one after another', async () => {
  let isSilent = false
  const { lines, sockets } = await server(socket => isSilent || setTimeout(() => socket.write(ok), 20))
  await Promise.all([exchange(lines), exchange(lines), exchange(lines)])
  isSilent = true
  expect(await exchange(lines, begun => setTimeout(() => lines.giveUp(begun), 50))).toMatch('broke off')
  isSilent = false
  expect(await exchange(lines)).toMatchObject({ text: '{}' })
  expect(sockets).toHaveLength(4)
})

it('a connection is nobody’s: an answer comes in no request’s context', async () => {
  const { lines } = await server(socket => socket.write(ok))
  const request = new AsyncLocalStorage<string>()
  const contextOfAnswer = () =>
    new Promise(resolve => {
      lines.begin({
        request: 'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
        answered: () => resolve(request.getStore()),
        brokeOff: resolve,
      })
    })
  expect(await request.run('first', contextOfAnswer)).toBeUndefined()
  expect(await request.run('second', contextOfAnswer)).toBeUndefined()
})

it('says whether there has ever been a connection, by whichever family', async () => {
  const { port, close } = await freePort()
  close()
  const wasConnected = (lines: Lines) =>
    new Promise(resolve => {
      lines.begin({ request: 'x', answered: resolve, brokeOff: (_, was) => resolve(was) })
    })
  expect(await wasConnected(linesTo({ protocol: 'http:', hostname: 'localhost', port }))).toBe(false)
  const { lines } = await server(socket => socket.destroy())
  expect(await wasConnected(lines)).toBe(true)
})

async function freePort() {
  const made = createServer()
  await new Promise<void>(resolve => made.listen(0, '127.0.0.1', resolve))
  return { port: (made.address() as AddressInfo).port, close: () => made.close() }
}
