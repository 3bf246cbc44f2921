import * as z from 'zod'
import type { CallLimiter } from '../../lib/due/channel-manager-limiter.ts'
import { OddAnswerError, ProviderError } from '../../lib/errors.ts'
import { isStorable } from '../../lib/shapes.ts'
import { type JsonRequest, jsonApi } from '../http-json.ts'
import { malformedReply, readReply, refusedCall } from '../provider-failure.ts'

export interface ChannelManagerConfig {
  /** With the version, e.g. `https://app.channex.io/api/v1`. */
  url: string
  apiKey: string
  /** Of one call. */
  timeoutMs: number
  /** Of one that waits for the OTA, where that is longer. */
  otaTimeoutMs?: number
  /** Of all calls of this process. */
  limiter?: CallLimiter
}

export const provider = 'channel-manager'

export interface Refused {
  status: number
  errors: VendorErrors
  error: ProviderError
}

/** Reads by GET unless told otherwise. */
export interface ClientRequest<Output> extends Omit<Partial<JsonRequest>, 'timeoutMs'> {
  path: string[]
  /** Whether the channel manager asks the OTA before it answers. */
  waitsForOta?: boolean
  /** How long that OTA may take, where that is less than for all. */
  otaAnswersWithinMs?: number | undefined
  /** What a success must look like. */
  reply: z.ZodType<Output>
  /** Turns a refusal into an answer, or throws a more specific error. */
  onRefusal?: ((refused: Refused) => { answer: Output } | undefined) | undefined
}

export type ChannelManagerClient = ReturnType<typeof channelManagerClient>

/**
 * Calls the channel manager and parses the answer. The status code alone is not enough: a 2xx that carries errors is a
 * refusal too. Throws ProviderError unless `onRefusal` handles it. A call gets at most the milliseconds left when it
 * starts; with none left it is not made, since the caller's lease may have expired.
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
    ...asked
  }: ClientRequest<Output>): Promise<Output> => {
    const request = { method: 'GET', effect: 'read', ...asked } as const
    const route = routeOf(request)
    if (limiter && !(await limiter.acquire(route, millisecondsLeft()))) throw beyondLimit()
    if (millisecondsLeft() <= 0) throw outOfTime()
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
          ...{ status, code: errors.code, quote: quoteOf(errors) },
          ...{ kind: isSuccess ? 'permanent' : undefined, isForbidden: status === 403 },
        },
      )
      const known = onRefusal?.({ status, errors, error })
      if (known) return known.answer
      throw error
    }
    return readReply(provider, reply, isEmpty ? null : body, status)
  }
}

/** As limits count it: `GET /channels/:id`. Words are small letters; ids have digits. */
const routeOf = ({ method, path }: Pick<JsonRequest, 'method' | 'path'>): string =>
  `${method} /${path.map(part => (/^[a-z_]+$/.test(part) ? part : ':id')).join('/')}`

const outOfTime = (): ProviderError =>
  new ProviderError(provider, 'retryable', 'was not asked, because no time was left', {
    ...{ timedOut: true, isUnasked: true },
  })

const beyondLimit = (): ProviderError =>
  new ProviderError(provider, 'retryable', 'was not asked, because it allows no more calls for now', {
    isUnasked: true,
  })

/** The errors of a refusal. */
export interface VendorErrors {
  code: string | undefined
  /** They name fields and rules, and may quote the input. */
  lines: string[]
  /** Everything it says: the title, too, where the details speak for it. */
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
 * Handles every form seen: `errors` with `details` as an object of arrays or an array of strings, `errors: null`,
 * errors inside `data`, and messages by field without any envelope.
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

/** The errors inside a reply with a success status; undefined if there are none. */
function hiddenErrors(body: unknown): VendorErrors | undefined {
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

const quoteOf = ({ lines }: VendorErrors): string | undefined =>
  lines.join('; ').slice(0, longestQuote) || undefined

const conflict = /channel with the same settings already exists/i

export const isConflict = ({ lines }: VendorErrors): boolean => lines.some(line => conflict.test(line))

/** Undefined if the channel manager itself answers "not found"; a 404 of a proxy stays an error. */
export const ifAbsent = ({ status, errors }: Refused): { answer: undefined } | undefined =>
  status === 404 && errors.code !== undefined ? { answer: undefined } : undefined

/** Reads something that may not exist. An answer about another one, or about no such thing, is none. */
export async function ifThere<Output>(
  client: ChannelManagerClient,
  path: readonly [collection: string, id: string],
  reply: z.ZodType<Output>,
): Promise<Output | undefined> {
  const [, id] = path
  const found = await client<object | undefined>({
    ...{ path: [...path], onRefusal: ifAbsent },
    reply: z.looseObject({ data: z.looseObject({}) }),
  })
  if (!found) return undefined
  const isIt = z.object({ data: z.object({ id: z.literal(id) }) }).safeParse(found).success
  const { success, data } = reply.safeParse(found)
  if (isIt && success) return data
  throw new OddAnswerError(
    provider,
    'permanent',
    'answered about something else, or so that it cannot be read',
  )
}

/** A command succeeded: the changed object, a success message, or nothing. */
const acknowledgement = z.union([
  z.null(),
  z.object({ data: z.looseObject({}) }),
  z.object({ meta: z.object({ message: z.string() }) }),
])

/** Has something done. With the effect `read` it may be repeated where its answer is lost. */
export async function command(
  client: ChannelManagerClient,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string[],
  { mayBeAbsent = false, ...request }: Partial<ClientRequest<unknown>> & { mayBeAbsent?: boolean } = {},
): Promise<void> {
  const onRefusal = mayBeAbsent ? ifAbsent : undefined
  await client<unknown>({ method, path, effect: 'write', reply: acknowledgement, onRefusal, ...request })
}

/** What stands in the envelope of a reply. */
export const dataOf = <Data>(data: z.ZodType<Data>) => z.object({ data }).transform(reply => reply.data)

/** One page of a list, without what cannot be read; `count` is of all. A page of nothing else is no such list. */
export const pageOf = <Item>(item: z.ZodType<Item>) =>
  z
    .object({ data: z.array(z.unknown()), meta: z.object({ total: z.number().int().nonnegative() }) })
    .transform(({ data: told, meta }, context) => {
      const data = told.flatMap(one => item.safeParse(one).data ?? [])
      if (told.length > 0 && data.length === 0) context.addIssue({ code: 'custom' })
      return { data, count: told.length, meta }
    })

/** A time without a zone is UTC; undefined for what cannot be read or stored. */
export function timeIn(text: string): Date | undefined {
  const time = new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
  return time.getTime() >= 0 && isStorable(time) ? time : undefined
}

export const pageSize = 100
/** More than any list of ours; a wrong total must not keep us asking for ever. */
const maxPages = 100

interface List<Item> extends Pick<ClientRequest<unknown>, 'path' | 'query'> {
  /** One page. */
  reply: z.ZodType<{ data: Item[]; count: number; meta: { total: number } }>
  /** The beginning of a very long list is enough. */
  isPartFine?: boolean
}

/** Every page of a list, deduplicated by id, since changes meanwhile shift the pages. */
export async function everyPage<Item extends { id: string }>(
  client: ChannelManagerClient,
  { path, query, reply, isPartFine = false }: List<Item>,
): Promise<Item[]> {
  const found = new Map<string, Item>()
  let read = 0
  for (let page = 1; page <= maxPages; page += 1) {
    const { data, count, meta } = await client({
      path,
      query: { ...query, 'pagination[page]': String(page), 'pagination[limit]': String(pageSize) },
      reply,
    })
    for (const item of data) found.set(item.id, item)
    read += count
    if (count === 0 || read >= meta.total) return [...found.values()]
  }
  if (isPartFine) return [...found.values()]
  throw malformedReply(provider)
}
