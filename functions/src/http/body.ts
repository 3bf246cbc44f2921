import { parse as parseForm } from 'node:querystring'
import { DomainError } from '../lib/errors.ts'
import { typeOfBody } from './guard.ts'
import type { HttpRequest } from './handler.ts'

export const isJson = (request: HttpRequest): boolean =>
  /^application\/json\s*(;|$)/i.test(typeOfBody(request))
export const isForm = (request: HttpRequest): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(typeOfBody(request))
const otherCharset = /;\s*charset\s*=(?!\s*"?utf-?8\b)/i

/**
 * The same request, whose `body` is parsed when it is first read: from JSON, or from a form, in which a name that comes
 * twice has a list. Without a body it is empty, of any other type undefined, and for a form of too many pairs. Reading
 * throws `validation-failed`.
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
  const text = () => new TextDecoder().decode(rawBody)
  if (isForm(request)) return hasManyPairs(rawBody) ? undefined : { ...parseForm(text()) }
  if (!isJson(request)) return undefined
  try {
    return JSON.parse(text())
  } catch {
    throw unreadable('The body is not JSON.')
  }
}

/** More than any vendor sends. They are counted before, since each takes memory of its own. */
const mostPairs = 500

function hasManyPairs(form: Buffer): boolean {
  let at = form.indexOf('&')
  for (let pairs = 1; at >= 0 && pairs < mostPairs; pairs += 1) at = form.indexOf('&', at + 1)
  return at >= 0
}

const unreadable = (detail: string) =>
  new DomainError('validation-failed', detail, { nextAction: 'Send a JSON object in UTF-8.' })
