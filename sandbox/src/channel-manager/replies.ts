import { json, Refusal, type Reply } from '../core/vendor.ts'

export type Details = Readonly<Record<string, readonly string[]>> | readonly string[]

const titles: Readonly<Record<number, readonly [code: string, title: string]>> = {
  400: ['bad_request', 'Bad Request'],
  401: ['unauthorized', 'Unauthorized'],
  403: ['forbidden', 'Forbidden'],
  404: ['resource_not_found', 'Resource Not Found'],
  422: ['validation_error', 'Validation Error'],
  429: ['http_too_many_requests', 'Too Many Requests'],
}

export function errorBody(status: number, details?: Details): unknown {
  const [code, title] = titles[status] ?? ['internal_server_error', 'Internal Server Error']
  return { errors: { code, title, ...(details ? { details } : {}) } }
}

export const refusal = (status: number, details?: Details): Refusal =>
  new Refusal(json(status, errorBody(status, details)))

export const invalid = (details: Details): Refusal => refusal(422, details)

/** A refusal without an explanation, as on the live system. */
export const wordless = (): Refusal => new Refusal(json(422, { errors: null }))

export const data = (value: unknown, status = 200): Reply => json(status, { data: value })

export const success = (): Reply => json(200, { meta: { message: 'Success' } })

function positive(text: string | null, fallback: number): number {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

/** One page of a list, 10 long unless asked otherwise, never above 100. */
export function page<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  show: (item: Item) => unknown,
  more: object = {},
): Reply {
  const limit = Math.min(100, positive(query.get('pagination[limit]'), 10))
  const number = positive(query.get('pagination[page]'), 1)
  const shown = items.slice((number - 1) * limit, number * limit).map(show)
  return json(200, { data: shown, meta: { limit, page: number, total: items.length, ...more } })
}
