import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { post } from '../../src/adapters/firestore/slim/post.ts'
import { selfSigned } from '../deployed/certificate.ts'
import { listen } from '../support/listen.ts'

it('a secure connection is made to nobody but who it is for', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const cert = selfSigned(publicKey, privateKey, 'localhost')
  const connections = new Set()
  const made = createServer({ key, cert }, (request, response) => {
    connections.add(request.socket)
    request.resume().on('end', () => response.end('{}'))
  })
  const port = await listen(made)
  onTestFinished(() => made.closeAllConnections())
  onTestFinished(() => void made.close())
  const server = { protocol: 'https:', hostname: 'localhost', port }
  const send = () => post(server, '/v1/x', { token: 'token', body: '{}', withinMs: 5_000 })
  await expect(send()).rejects.toMatchObject({ isUnsent: true, message: /SELF_SIGNED/ })
  const before = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(before))
  setDefaultCACertificates([...before, cert])
  for (let count = 0; count < 3; count += 1) expect(await send()).toMatchObject({ text: '{}' })
  expect(connections.size).toBe(1)
})
