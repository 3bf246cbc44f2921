import { describe, expect, it } from 'vitest'
import { expectAsDocumented } from '../../functions/test/support/api-contract.ts'

const path = '/api/integrations/booking/test'
const id = { 'X-Request-Id': 'b7a5c1de-0000-4000-8000-000000000001' }
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  body,
  text: JSON.stringify(body),
  headers: new Headers({ 'Content-Type': 'application/json', ...id, ...headers }),
})
const problem = (status: number, code: string) =>
  answer(
    status,
    {
      type: `urn:problem:${code}`,
      title: '',
      status,
      code,
      detail: '',
      requestId: '',
      retryable: false,
      errors: [],
    },
    { 'Content-Type': 'application/problem+json', 'WWW-Authenticate': 'Bearer' },
  )
const check =
  (given: ReturnType<typeof answer>, method = 'POST', url = path) =>
  () =>
    expectAsDocumented(method, url, given)

describe('an answer that is as documented', () => {
  it.each([
    ['the reply', check(answer(200, { ok: true, detail: 'Fine.' }))],
    ['a problem', check(problem(404, 'property-not-found'))],
    ['a path that is not there', check(problem(404, 'not-found'), 'GET', '/api/nowhere')],
    ['a method that is not there', check(problem(405, 'method-not-allowed'), 'GET')],
  ])('passes: %s', (_name, checked) => {
    expect(checked).not.toThrow()
  })
})

describe('an answer that is not as documented', () => {
  it.each([
    ['a status', check(answer(418, {})), 'the status is not documented'],
    ['a field too many', check(answer(200, { ok: true, secret: 1 })), 'additional properties'],
    ['a field of another type', check(answer(200, { ok: 'yes' })), 'must be boolean'],
    ['a missing field', check(answer(200, {})), "required property 'ok'"],
    ['a code of other routes', check(problem(404, 'thread-not-found')), 'allowed values'],
    ['another media type', check(answer(200, { ok: true }, { 'Content-Type': 'text/html' })), 'media type'],
    ['a missing header', check({ ...answer(200, { ok: true }), headers: new Headers() }), 'X-Request-Id'],
    ['a body where none is', check(answer(204, {}), 'PUT', '/chat/threads/t/important'), 'a body is not'],
    ['a path that is not there', check(answer(200, {}), 'GET', '/api/nowhere'), 'no such operation'],
  ])('fails: %s', (_name, checked, words) => {
    expect(checked).toThrow(words)
  })
})
