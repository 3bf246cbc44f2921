import * as z from 'zod'
import { ProviderError } from '../../lib/errors.ts'
import { type JsonRequest, jsonApi } from '../http-json.ts'
import { malformedReply, refusedCall } from '../provider-failure.ts'

export interface ChannelManagerConfig {
  /** With the version, e.g. `https://app.channex.io/api/v1`. */
  url: string
  apiKey: string
  /** Of one call. */
  timeoutMs: number
}

export const provider = 'channel-manager'

export interface Refused {
  status: number
  errors: VendorErrors
  error: ProviderError
}

export interface ClientRequest<Output> extends JsonRequest {
  /** What a success must look like. */
  reply: z.ZodType<Output>
  /** A refusal that is an answer, or that has an error of its own to throw. */
  onRefusal?: (refused: Refused) => { answer: Output } | undefined
}

export type ChannelManagerClient = ReturnType<typeof channelManagerClient>

/**
 * Calls the channel manager and parses the answer. A status code is never enough there: a 2xx that carries errors is
 * a refusal like any other. Throws ProviderError, unless `onRefusal` knows better. No call takes longer than the
 * milliseconds that are left when it begins, and without any left it is not made: whoever was held up for so long may
 * have lost the right to it.
 */
export function channelManagerClient(
  { url, apiKey, timeoutMs }: ChannelManagerConfig,
  millisecondsLeft: () => number = () => timeoutMs,
) {
  const api = jsonApi({ provider, url, headers: { 'user-api-key': apiKey }, timeoutMs })
  const timeLeft = () => Math.max(1, Math.min(timeoutMs, millisecondsLeft()))
  return async <Output>({ reply, onRefusal, ...request }: ClientRequest<Output>): Promise<Output> => {
    if (millisecondsLeft() <= 0) throw outOfTime()
    const { status, body, isEmpty } = await api({ ...request, timeoutMs: timeLeft() })
    const isSuccess = status >= 200 && status < 300
    const errors = isSuccess ? hiddenErrors(body) : errorsOf(body)
    if (errors) {
      const error = refusedCall(
        { provider, effect: request.effect },
        { status, code: errors.code, quote: quoteOf(errors), kind: isSuccess ? 'permanent' : undefined },
      )
      const known = onRefusal?.({ status, errors, error })
      if (known) return known.answer
      throw error
    }
    const parsed = reply.safeParse(isEmpty ? null : body)
    if (!parsed.success) throw malformedReply(provider, status)
    return parsed.data
  }
}

const outOfTime = (): ProviderError =>
  new ProviderError(provider, 'retryable', 'was not asked, because no time was left', { timedOut: true })

/** What the channel manager says about a refusal. */
export interface VendorErrors {
  code: string | undefined
  /** Its words; they name fields and rules, and may quote what they were given. */
  lines: string[]
}

const envelope = z.object({ errors: z.unknown().optional() })
const nested = z.object({ data: envelope })
const described = z.looseObject({
  code: z.string().optional(),
  title: z.string().optional(),
  details: z.unknown().optional(),
})

/**
 * Reads every form seen: `errors` with `details` as an object of arrays or an array of strings, `errors: null`,
 * errors inside `data`, and messages by field without any envelope.
 */
export function errorsOf(body: unknown): VendorErrors {
  const inside = envelope.safeParse(body)
  const errors = inside.success && inside.data.errors !== undefined ? inside.data.errors : body
  const { code, title, details } = described.safeParse(errors).data ?? {}
  if (code === undefined && title === undefined && details === undefined) {
    return { code: undefined, lines: linesOf(errors) }
  }
  const lines = linesOf(details)
  return { code, lines: lines.length > 0 ? lines : linesOf(title) }
}

/** The errors of a reply that its status calls a success; undefined when there are none. */
export function hiddenErrors(body: unknown): VendorErrors | undefined {
  for (const found of [envelope.safeParse(body).data, nested.safeParse(body).data?.data]) {
    if (found && !isBlank(found.errors)) return errorsOf(found)
  }
  return undefined
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === '' || value === false
}

/** All texts inside a value, each with the path of fields that leads to it. */
export function linesOf(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string' && value !== '') return [[path.join('.'), value].filter(Boolean).join(': ')]
  if (Array.isArray(value)) return value.flatMap(one => linesOf(one, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => linesOf(one, [...path, key]))
}

const longestQuote = 500

export const quoteOf = ({ lines }: VendorErrors): string | undefined =>
  lines.join('; ').slice(0, longestQuote) || undefined

const conflict = /channel with the same settings already exists/i

export const isConflict = ({ lines }: VendorErrors): boolean => lines.some(line => conflict.test(line))

const pageSize = 100
/** Far beyond any list of ours; a total that never comes true must not keep us asking. */
const maxPages = 100

interface List<Item> extends Pick<ClientRequest<unknown>, 'path' | 'query'> {
  /** One page. */
  reply: z.ZodType<{ data: Item[]; meta: { total: number } }>
  /** Of an overlong list its beginning will do. */
  isPartFine?: boolean
}

/** Every page of a list, by id: what comes or goes meanwhile shifts the pages. */
export async function everyPage<Item extends { id: string }>(
  client: ChannelManagerClient,
  { path, query, reply, isPartFine = false }: List<Item>,
): Promise<Item[]> {
  const found = new Map<string, Item>()
  let read = 0
  for (let page = 1; page <= maxPages; page += 1) {
    const { data, meta } = await client({
      method: 'GET',
      path,
      query: { ...query, 'pagination[page]': String(page), 'pagination[limit]': String(pageSize) },
      effect: 'read',
      reply,
    })
    for (const item of data) found.set(item.id, item)
    read += data.length
    if (data.length === 0 || read >= meta.total) return [...found.values()]
  }
  if (isPartFine) return [...found.values()]
  throw malformedReply(provider)
}
