import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listen } from '../../test/support/listen.ts'
import { DomainError, type ErrorCode, isRefusal, ProviderError, renderings } from '../lib/errors.ts'
import { renderProblem, sendProblem } from './problem.ts'

describe('a problem document', () => {
  it('shows all fields of the domain’s error, and never its cause', () => {
    const error = new DomainError('rate-limited', 'Too fast.', {
      nextAction: 'Wait.',
      errors: [{ path: 'a', message: 'b' }],
      retryAfterSeconds: 7,
      cause: new Error('a secret'),
    })
    const { problem, headers } = renderProblem(error, 'request-1')
    expect(problem).toEqual({
      type: 'urn:problem:rate-limited',
      title: 'Too Many Requests',
      status: 429,
      code: 'rate-limited',
      detail: 'Too fast.',
      requestId: 'request-1',
      retryable: true,
      errors: [{ path: 'a', message: 'b' }],
      nextAction: 'Wait.',
    })
    expect(headers).toEqual({ 'Retry-After': '7' })
  })

  it('is not sent after another answer', async () => {
    const server = createServer((_, response) => {
      response.end('answered')
      sendProblem(response, renderProblem(undefined, 'request-1'))
    })
    const url = `http://127.0.0.1:${await listen(server)}`
    expect(await (await fetch(url)).text()).toBe('answered')
    server.close()
  })

  it.each([
    ...[new Error('a secret'), new ProviderError('twilio', 'permanent', 'a secret'), 'a secret'],
    ...[{ code: 'forbidden', detail: 'a secret' }, undefined, null],
  ])('of an error outside the domain says nothing about that error (%#)', error => {
    const { problem } = renderProblem(error, 'request-1')
    expect(problem).toMatchObject({ status: 500, code: 'internal', retryable: true, errors: [] })
    expect(JSON.stringify(problem)).not.toContain('a secret')
  })

  it.each<[number, boolean, ErrorCode[]]>([
    [400, false, ['validation-failed']],
    [401, false, ['unauthenticated']],
    [403, false, ['forbidden']],
    [404, false, ['not-found', 'thread-not-found']],
    [405, false, ['method-not-allowed']],
    [409, false, ['message-conflict', 'participant-limit']],
    [413, false, ['payload-too-large']],
    [429, true, ['rate-limited']],
    [503, true, ['provider-unavailable']],
    [504, true, ['provider-timeout']],
    [500, true, ['internal']],
  ])('has status %i (retryable: %s) for %j', (status, retryable, codes) => {
    for (const code of codes)
      expect(renderProblem(new DomainError(code, 'x'), 'r').problem).toMatchObject({ status, retryable })
  })
})

it.each(Object.entries(renderings))('%s is a refusal when its status is below 500', (code, { status }) => {
  const isOfTheCaller = isRefusal(new DomainError(code as ErrorCode, 'No.'))
  expect(isOfTheCaller).toBe(status < 500)
})
