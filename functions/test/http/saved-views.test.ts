import { expect, it } from 'vitest'
import { call, signIn } from '../support/stack.ts'

const { token } = await signIn({ role: 'support' })
const save = (body: object) => call('PUT', '/chat/me/views', { token, body })

it('views are saved under names, and read again', async () => {
  expect((await call('GET', '/chat/me/views', { token })).body).toEqual({ views: [] })
  const views = [{ name: 'Late at ours', query: 'view=overdue&property=p' }]
  const saved = await save({ views })
  expect(saved.status, saved.text).toBe(200)
  expect((await call('GET', '/chat/me/views', { token })).body).toEqual({ views })
  expect((await call('GET', '/chat/places?q=p', { token })).status).toBe(200)
})
