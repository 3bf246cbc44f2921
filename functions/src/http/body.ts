import { parse as parseForm } from 'node:querystring'
import { DomainError } from '../lib/errors.ts'
import { typeOfBody } from './guard.ts'
import type { HttpRequest } from './handler.ts'

export const isJson = (request: HttpRequest): boolean =>
  /^application\/json\s*(;|$)/i.test(typeOfBody(request))
const isForm = (request: HttpRequest): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(typeOfBody(request))
const otherCharset = /;\s*charset\s*=(?!\s*"?utf-?8\b)/i

/**
 * The same request, whose `body` is parsed when it is first read: from JSON, or from a form, in which a name that comes
 * twice has a list. Without a body it is empty, of any other type undefined. Reading throws `validation-failed`.
 */
export function withLazyBody(request: HttpRequest): HttpRequest {
  let read: { body: unknown } | undefined
  return Object.defineProperty(request, 'body', {
    configurable: true,
    get() {
      read ??= { body: bodyIn(request) }
      return read.body
    },
  })
}

function bodyIn(request: HttpRequest): unknown {
  const { rawBody } = request
  if (!rawBody?.length) return {}
  if (otherCharset.test(typeOfBody(request))) throw unreadable('The body is not in UTF-8.')
  const text = new TextDecoder().decode(rawBody)
  if (isForm(request)) return { ...parseForm(text) }
  if (!isJson(request)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('The body is not JSON.')
  }
}

const unreadable = (detail: string) =>
  new DomainError('validation-failed', detail, { nextAction: 'Send a JSON object in UTF-8.' })
