import { expect, it } from 'vitest'
import { useSandbox } from './support.ts'

const sandbox = useSandbox()

it('keeps a message once, however often it is put', async () => {
  const path = '/threads/t%201/messages/m1'
  expect((await sandbox.guest('PUT', path, { body: 'Hi' })).status).toBe(201)
  expect((await sandbox.guest('PUT', path, { body: 'Hi' })).status).toBe(200)
  expect((await sandbox.guest('PUT', '/threads/t2/messages/m1', { body: 'Ho' })).status).toBe(201)
  expect((await sandbox.control('GET', '/state?vendor=guest-platform')).body.messages).toEqual([
    { threadId: 't 1', messageId: 'm1', body: 'Hi' },
    { threadId: 't2', messageId: 'm1', body: 'Ho' },
  ])
})

it('refuses a wrong key, another method and a body that is no object', async () => {
  expect((await sandbox.guest('PUT', '/threads/t/messages/m', { body: 'Hi' }, 'wrong')).status).toBe(401)
  expect((await sandbox.guest('POST', '/threads/t/messages/m', { body: 'Hi' })).status).toBe(404)
  expect((await sandbox.guest('PUT', '/threads/t/messages/m', ['Hi'])).status).toBe(400)
})
