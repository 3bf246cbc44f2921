import * as z from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { type Access, type Answer, codesOf, whoOf } from '../../functions/src/http/docs.ts'
import type { DocumentedRoute } from '../../functions/src/http/route.ts'
import { type ErrorCode, renderings } from '../../functions/src/lib/errors.ts'
import { clientId } from '../../functions/src/lib/identifiers.ts'
import { headers, headersOf } from './headers.ts'

/** What is documented of a route. */
export function operationOf({ path, access, ...route }: DocumentedRoute): ZodOpenApiOperationObject {
  const docs = route.docs()
  const { id, summary, description, params = idsIn(path), query, body, answers } = docs
  return {
    operationId: id,
    summary,
    description: [`For: ${whoOf(access, docs)}.`, description].filter(Boolean).join('\n\n'),
    security: securityOf(access, path),
    ...((params || query) && {
      requestParams: { ...(params && { path: params }), ...(query && { query }) },
    }),
    ...(body && {
      requestBody: {
        required: !body.isOptional,
        content: {
          [body.mediaType ?? 'application/json']: {
            schema: body.schema,
            ...(body.example && { example: body.example }),
          },
        },
      },
    }),
    responses: { ...answersOf(answers), ...problemsOf(codesOf(access, docs), body !== undefined) },
  }
}

function idsIn(path: string): z.ZodObject | undefined {
  const ids = [...path.matchAll(/(?<=:)\w+/g)].map(([name]) => [name, clientId])
  return path.includes(':') ? z.object(Object.fromEntries(ids)) : undefined
}

function securityOf(access: Access, path: string): Record<string, never[]>[] {
  if (access === 'public') return []
  if (access !== 'webhook') return [{ idToken: [] }]
  return [path.startsWith('/webhooks/twilio/') ? { twilioSignature: [] } : { webhookSecret: [] }]
}

const answersOf = (answers: readonly Answer[]): Record<`${2}${string}`, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    answers.map(({ status, says, headers: own = [], ...answer }) => [
      `${status}`,
      { description: says, headers: headersOf('X-Request-Id', ...own), ...contentOf(answer) },
    ]),
  )

function contentOf({ schema, mediaType = 'application/json', orElse = {}, example }: Partial<Answer>) {
  if (!schema) return {}
  const others = Object.entries(orElse).map(([type, other]) => [type, { schema: other }])
  return {
    content: { [mediaType]: { schema, ...(example && { example }) }, ...Object.fromEntries(others) },
  }
}

/** Codes that always tell, or may tell, when to try again. */
const tellsWhen: readonly ErrorCode[] = [
  'connection-in-progress',
  'load-in-progress',
  'rate-limited',
  'thread-busy',
]

function problemsOf(
  codes: readonly ErrorCode[],
  hasBody: boolean,
): Record<`${4 | 5}${string}`, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(codes, code => renderings[code].status)
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, told]) => [`${status}`, problemOf(status, told, hasBody)]),
  )
}

function problemOf(status: number, codes: ErrorCode[], hasBody: boolean): ZodOpenApiResponseObject {
  const mayTellWhen = status === 503 || codes.some(code => tellsWhen.includes(code))
  return {
    description: codes.map(code => `\`${code}\``).join(', '),
    headers: {
      ...headersOf('X-Request-Id'),
      ...(mayTellWhen && { 'Retry-After': headers['Retry-After'] }),
      ...(status === 401 && headersOf('WWW-Authenticate')),
    },
    content: {
      'application/problem+json': { schema: problemWith(status, codes) },
      // Before our code runs.
      ...(status === 400 && hasBody && { 'text/html': { schema: { type: 'string' } } }),
    },
  }
}

const problemWith = (status: number, codes: ErrorCode[]) => ({
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    { type: 'object' as const, properties: { status: { const: status }, code: { enum: codes } } },
  ],
})
