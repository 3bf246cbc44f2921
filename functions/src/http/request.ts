import type { IncomingMessage } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import { DomainError } from '../lib/errors.ts'
import { typeOfBody } from './guard.ts'

export interface HttpRequest extends Pick<IncomingMessage, 'headers' | 'socket'> {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly originalUrl: string
  readonly query: unknown
  readonly rawBody?: Buffer
  get(header: string): string | undefined
}

export const isJson = (request: HttpRequest): boolean =>
  /^application\/json\s*(;|$)/i.test(typeOfBody(request))
export const isForm = (request: HttpRequest): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(typeOfBody(request))
const otherCharset = /;\s*charset\s*=(?!\s*"?utf-?8\b)/i

/**
 * JSON, or a form (repeated names as lists); `{}` without a body; undefined for other types and too many pairs. Throws
 * `validation-failed`.
 */
export function bodyIn(request: HttpRequest): unknown {
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

/** Each takes memory; vendors send fewer. */
const mostPairs = 500

function hasManyPairs(form: Buffer): boolean {
  let at = form.indexOf('&')
  for (let pairs = 1; at >= 0 && pairs < mostPairs; pairs += 1) at = form.indexOf('&', at + 1)
  return at >= 0
}

const unreadable = (detail: string) =>
  new DomainError('validation-failed', detail, { nextAction: 'Send a JSON object in UTF-8.' })
