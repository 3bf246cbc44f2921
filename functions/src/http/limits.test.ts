import { expect, it } from 'vitest'
import { maxBytesAt, maxBytesOf } from './limits.ts'

it.each([
  ['webhooks', '/webhooks/sendgrid', 1_048_576],
  ['webhooks', '/webhooks/sendgrid/', 1_048_576],
  ['uploads', '/chat/threads/t/files', 16 * 1_048_576],
  ['chat', '/chat/threads/t/files', 0],
  ['chat', '/chat/threads/t/messages', 0],
  ['integrations', '/api/connection-batches/b', 0],
  ['integrations', '/%', 0],
])('in %s, a body at %s has a limit of its own of %d bytes (0: none of its own)', (name, path, bytes) => {
  expect(maxBytesAt(name)(path)).toBe(bytes)
})

it('a limit of its own holds for one method of a path', () => {
  const path = '/api/connection-batches'
  expect(maxBytesOf({ method: 'POST', path })).toBe(262_144)
  expect(maxBytesOf({ method: 'GET', path })).toBe(0)
})
