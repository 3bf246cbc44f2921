import * as z from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { params as parameters } from '../../functions/src/config.ts'
import { type Access, type Answer, idPath, type Route } from '../../functions/src/http/route.ts'
import type { Rules } from '../../functions/src/lib/context.ts'
import { type ErrorCode, renderings } from '../../functions/src/lib/errors.ts'
import { headers, headersOf } from './headers.ts'

const always: readonly ErrorCode[] = ['payload-too-large', 'internal']
const proven: readonly ErrorCode[] = [
  'validation-failed',
  'unauthenticated',
  'forbidden',
  'provider-unavailable',
  ...always,
]

/** Callers of a route by its access, and the codes that are added to its own. */
const byAccess: Record<Access, { who: string; codes: readonly ErrorCode[] }> = {
  operations: { who: 'Operations staff', codes: proven },
  staff: { who: 'Staff', codes: proven },
  landlord: { who: 'Landlords', codes: [...proven, 'rate-limited'] },
  'signed-in': { who: 'Everybody signed in', codes: [...proven, 'rate-limited'] },
  webhook: { who: 'A provider', codes: ['validation-failed', 'forbidden', ...always] },
  public: { who: 'Anybody', codes: always },
}

/** The parameters' defaults, for schemas that depend on parameters. */
const unset: Pick<Rules, 'chatLimits'> = {
  chatLimits: () => ({
    messageBody: parameters.maxMessageBody.default,
    outboundBody: parameters.maxOutboundBody.default,
    attachments: parameters.maxAttachments.default,
    paymentContentBytes: parameters.maxPaymentContentBytes.default,
    participants: parameters.maxParticipants.default,
    userPostsPerMinute: parameters.maxPostsPerUserPerMinute.default,
    threadPostsPerMinute: parameters.maxPostsPerThreadPerMinute.default,
    selfJoinedPostsPerMinute: parameters.maxSelfJoinedPostsPerThreadPerMinute.default,
  }),
}

/** A route in the document. */
export function operationOf(route: Route): ZodOpenApiOperationObject {
  const { path, access, who = byAccess[access].who } = route
  const params = objectOf(route.params ?? (path.includes(':') ? idPath : undefined))
  const query = objectOf(route.query)
  const body = typeof route.body === 'function' ? route.body(unset) : route.body
  const codes = new Set([...(route.codes ?? []), ...byAccess[access].codes])
  return {
    operationId: route.id,
    summary: route.summary,
    description: [`For: ${who}.`, route.description].filter(Boolean).join('\n\n'),
    security: securityOf(access, path),
    ...((params || query) && {
      requestParams: { ...(params && { path: params }), ...(query && { query }) },
    }),
    ...(body && {
      requestBody: {
        required: !route.mayLackBody,
        content: {
          [route.bodyType ?? 'application/json']: {
            schema: body,
            ...(route.example && { example: route.example }),
          },
        },
      },
    }),
    responses: { ...answersOf(route.answers), ...problemsOf([...codes], body !== undefined) },
  }
}

function objectOf(schema: z.ZodType | undefined): z.ZodObject | undefined {
  if (schema === undefined || schema instanceof z.ZodObject) return schema
  throw new Error('parameters need the schema of an object')
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

/** Codes whose answers have, or may have, `Retry-After`. */
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
      .map(([status, group]) => [`${status}`, problemOf(status, group, hasBody)]),
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
      // The platform refuses a body before our code runs.
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
