import type { ZodOpenApiHeadersObject } from 'zod-openapi'

const text = { type: 'string' } as const

/** Response headers that mean something to a client. */
export const headers = {
  'X-Request-Id': {
    description: 'Finds the request in the log.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': {
    description: 'Seconds after which it may be tried again, where that is known.',
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
  },
  'Idempotent-Replayed': {
    description: 'The same had been posted before.',
    required: true,
    schema: { const: 'true' },
  },
  'WWW-Authenticate': {
    description: 'How to prove who one is.',
    required: true,
    schema: { const: 'Bearer' },
  },
  Link: { description: 'To the next page, where there is one.', schema: text },
  'Content-Disposition': { description: 'The name of the file.', required: true, schema: text },
  'Content-Security-Policy': {
    description: 'A file may not do anything in a browser.',
    required: true,
    schema: text,
  },
  Location: { description: 'Where it leads.', required: true, schema: text },
} satisfies ZodOpenApiHeadersObject

export const headersOf = (...names: readonly (keyof typeof headers)[]): ZodOpenApiHeadersObject =>
  Object.fromEntries(names.map(name => [name, headers[name]]))
