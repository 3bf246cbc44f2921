import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../test/support/law.ts'
import { DomainError } from '../lib/errors.ts'
import { chatRoutes } from './chat.ts'
import { documentationRoutes } from './documentation.ts'
import { integrationRoutes } from './integrations.ts'
import { findRoute, nameOf, route } from './route.ts'
import { webhookRoutes } from './webhooks/routes.ts'

const at = (method: 'GET' | 'PUT', path: `/${string}`) =>
  route({
    method,
    path,
    access: 'signed-in',
    id: '',
    summary: '',
    answers: [],
    handle: async () => {},
  })
const routes = [
  at('GET', '/threads/:id'),
  at('PUT', '/threads/:id'),
  at('GET', '/threads/:id/messages/:messageId'),
  at('GET', '/threads/search'),
]
const codeOf = (method: string, path: string): string | undefined => {
  try {
    findRoute(routes, method, path)
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

describe('a path', () => {
  it('gives its parameters, decoded', () => {
    const { params } = findRoute(routes, 'GET', '/threads/a%2Fb/messages/%F0%9F%8E%89')
    expect(params).toEqual({ id: 'a/b', messageId: '🎉' })
  })

  it('may end in a slash', () => {
    expect(findRoute(routes, 'GET', '/threads/t/').params).toEqual({ id: 't' })
  })

  it.each([
    ...['', '/', '//', '/threads', '/threads/t/messages', '/Threads/t', '/threads/t/messages/m/x'],
    ...['/threads/%', '/threads/%C3'],
  ])('%j is not found', path => expect(codeOf('GET', path)).toBe('not-found'))

  it.each(['POST', 'DELETE', 'get', ''])('of a route refuses the method %j', method => {
    expect(codeOf(method, '/threads/t')).toBe('method-not-allowed')
  })

  it('answers HEAD as GET', () => {
    expect(findRoute(routes, 'HEAD', '/threads/t').route).toBe(routes[0])
  })

  it('is matched or refused, whatever its text', () => {
    const special = fc.constantFrom('%', '/', '%2F', 'threads', '..', '%00', ':id')
    const path = fc.array(fc.oneof(fc.string({ unit: 'binary' }), special)).map(pieces => pieces.join(''))
    fc.assert(
      fc.property(fc.string(), path, (method, text) => {
        for (const given of [text, `/threads/${text}`]) {
          expect([undefined, 'not-found', 'method-not-allowed']).toContain(codeOf(method, given))
        }
      }),
    )
  })

  law('gives back any id that was encoded into it', [fc.string({ unit: 'grapheme', minLength: 1 })], id => {
    expect(findRoute(routes, 'PUT', `/threads/${encodeURIComponent(id)}`).params.id).toBe(id)
  })
})

it('the routes of the project have one handler per method and path', () => {
  const doors = [...integrationRoutes, ...documentationRoutes, ...chatRoutes, ...webhookRoutes]
  const names = doors.map(nameOf)
  expect(new Set(names).size).toBe(names.length)
})
