import * as z from 'zod'
import type { Limiter } from '../../lib/due/limiter.ts'
import { OddAnswerError, ProviderError } from '../../lib/errors.ts'
import { isStorable } from '../../lib/shapes.ts'
import { type JsonRequest, jsonApi } from '../http-json.ts'
import { readReply, refusedCall } from '../provider-failure.ts'

export interface ChannelManagerConfig {
  url: string
  apiKey: string
  timeoutMs: number
  otaTimeoutMs?: number
  limiter?: Pick<Limiter, 'acquire' | 'learn'>
}

export const provider = 'channel-manager'

export interface Refused {
  status: number
  errors: VendorErrors
  error: ProviderError
}

export interface ClientRequest<Output> extends Omit<Partial<JsonRequest>, 'timeoutMs'> {
  path: string[]
  waitsForOta?: boolean
  otaAnswersWithinMs?: number | undefined
  reply: z.ZodType<Output>
  onRefusal?: ((refused: Refused) => { answer: Output } | undefined) | undefined
}

export type ChannelManagerClient = ReturnType<typeof channelManagerClient>

/**
 * A 2xx with errors is a refusal. No call after the caller's lease. Throws ProviderError unless `onRefusal` answers.
 */
export function channelManagerClient(
  { url, apiKey, timeoutMs, otaTimeoutMs = timeoutMs, limiter }: ChannelManagerConfig,
  millisecondsLeft: () => number = () => Number.POSITIVE_INFINITY,
) {
  const api = jsonApi({ provider, url, headers: { 'user-api-key': apiKey }, timeoutMs })
  const timeLeft = (ofOta: number | undefined) =>
    Math.max(1, Math.min(ofOta === undefined ? timeoutMs : Math.min(ofOta, otaTimeoutMs), millisecondsLeft()))
  return async <Output>({
    reply,
    onRefusal,
    waitsForOta = false,
    otaAnswersWithinMs = otaTimeoutMs,
    ...call
  }: ClientRequest<Output>): Promise<Output> => {
    const request = { method: 'GET', effect: 'read', ...call } as const
    const route = routeOf(request)
    if (limiter && !(await limiter.acquire(route, millisecondsLeft())))
      throw unasked('it allows no more calls for now', false)
    if (millisecondsLeft() <= 0) throw unasked('no time was left', true)
    const { status, body, isEmpty, header } = await api({
      ...request,
      timeoutMs: timeLeft(waitsForOta ? otaAnswersWithinMs : undefined),
    })
    limiter?.learn(route, { header })
    const isSuccess = status >= 200 && status < 300
    const errors = isSuccess ? hiddenErrors(body) : errorsOf(body)
    if (errors) {
      const error = refusedCall(
        { provider, effect: request.effect },
        {
          status,
          code: errors.code,
          quote: quoteOf(errors),
          kind: isSuccess ? 'permanent' : undefined,
          isForbidden: status === 403,
        },
      )
      const substitute = onRefusal?.({ status, errors, error })
      if (substitute) return substitute.answer
      throw error
    }
    return readReply(provider, reply, isEmpty ? null : body, status)
  }
}

/** Limits count `GET /channels/:id`; only ids have digits. */
const routeOf = ({ method, path }: Pick<JsonRequest, 'method' | 'path'>): string =>
  `${method} /${path.map(part => (/^[a-z_]+$/.test(part) ? part : ':id')).join('/')}`

const unasked = (why: string, timedOut: boolean): ProviderError =>
  new ProviderError(provider, 'retryable', `was not asked, because ${why}`, { timedOut, isUnasked: true })

export interface VendorErrors {
  code: string | undefined
  /** May quote the input. */
  lines: string[]
  words: string
}

const envelope = z.object({ errors: z.unknown().optional() })
const nested = z.object({ data: envelope })
const described = z.looseObject({
  code: z.string().optional(),
  title: z.string().optional(),
  details: z.unknown().optional(),
})

/**
 * Vendor errors: `details` as object of arrays or array; `errors: null`; errors inside `data`; messages by field
 * without envelope.
 */
function errorsOf(body: unknown): VendorErrors {
  const inside = envelope.safeParse(body)
  const errors = inside.success && inside.data.errors !== undefined ? inside.data.errors : body
  const { code, title, details } = described.safeParse(errors).data ?? {}
  const words = linesOf(errors).join('; ')
  if (code === undefined && title === undefined && details === undefined) {
    return { code: undefined, lines: linesOf(errors), words }
  }
  const lines = linesOf(details)
  return { code, lines: lines.length > 0 ? lines : linesOf(title), words }
}

function hiddenErrors(body: unknown): VendorErrors | undefined {
  for (const part of [envelope.safeParse(body).data, nested.safeParse(body).data?.data]) {
    if (part && !isBlank(part.errors)) return errorsOf(part)
  }
  return undefined
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === '' || value === false
}

export function linesOf(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string' && value !== '') return [[path.join('.'), value].filter(Boolean).join(': ')]
  if (Array.isArray(value)) return value.flatMap(one => linesOf(one, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => linesOf(one, [...path, key]))
}

const longestQuote = 500

const quoteOf = ({ lines }: VendorErrors): string | undefined =>
  lines.join('; ').slice(0, longestQuote) || undefined

const conflict = /channel with the same settings already exists/i

export const isConflict = ({ lines }: VendorErrors): boolean => lines.some(line => conflict.test(line))

/** A proxy's 404 has no code. */
export const ifAbsent = ({ status, errors }: Refused): { answer: undefined } | undefined =>
  status === 404 && errors.code !== undefined ? { answer: undefined } : undefined

/** Throws OddAnswerError for another or unreadable document. */
export async function ifThere<Output>(
  client: ChannelManagerClient,
  path: readonly [collection: string, id: string],
  reply: z.ZodType<Output>,
): Promise<Output | undefined> {
  const [, id] = path
  const body = await client<object | undefined>({
    path: [...path],
    onRefusal: ifAbsent,
    reply: z.looseObject({ data: z.looseObject({}) }),
  })
  if (!body) return undefined
  const isIt = z.object({ data: z.object({ id: z.literal(id) }) }).safeParse(body).success
  const { success, data } = reply.safeParse(body)
  if (isIt && success) return data
  throw new OddAnswerError(
    provider,
    'permanent',
    'answered about something else, or so that it cannot be read',
  )
}

const acknowledgement = z.union([
  z.null(),
  z.object({ data: z.looseObject({}) }),
  z.object({ meta: z.object({ message: z.string() }) }),
])

/** The effect `read` permits a repeat. */
export async function command(
  client: ChannelManagerClient,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string[],
  { mayBeAbsent = false, ...request }: Partial<ClientRequest<unknown>> & { mayBeAbsent?: boolean } = {},
): Promise<void> {
  const onRefusal = mayBeAbsent ? ifAbsent : undefined
  await client<unknown>({ method, path, effect: 'write', reply: acknowledgement, onRefusal, ...request })
}

export const dataOf = <Data>(data: z.ZodType<Data>) => z.object({ data }).transform(reply => reply.data)

/** A time without a zone is UTC. */
export function timeIn(text: string): Date | undefined {
  const time = new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
  return time.getTime() >= 0 && isStorable(time) ? time : undefined
}
