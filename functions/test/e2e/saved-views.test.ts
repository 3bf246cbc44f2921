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

it.each([
  ['no list', {}],
  ['an unknown field', { views: [], more: 1 }],
  ['no name', { views: [{ name: ' ', query: '' }] }],
  ['a long name', { views: [{ name: 'x'.repeat(61), query: '' }] }],
  ['a name twice', { views: ['a', 'a '].map(name => ({ name, query: '' })) }],
  ['what is no view', { views: [{ name: 'a', query: 'view=secret' }] }],
  ['what is searched for', { views: [{ name: 'a', query: 'q=Maria' }] }],
  ['a filter twice', { views: [{ name: 'a', query: 'team=a&team=b' }] }],
  ['too many', { views: Array.from({ length: 31 }, (_, at) => ({ name: `${at}`, query: '' })) }],
])('%s is refused, and nothing changes', async (_, body) => {
  const before = (await call('GET', '/chat/me/views', { token })).body
  const answer = await save(body)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.code).toBe('validation-failed')
  expect((await call('GET', '/chat/me/views', { token })).body).toEqual(before)
})
