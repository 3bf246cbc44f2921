import { readFileSync } from 'node:fs'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiOverride } from 'zod-openapi'
import { chatOperations } from '../../functions/src/http/docs/chat.ts'
import { connectionOperations } from '../../functions/src/http/docs/connection.ts'
import { documentationOperations } from '../../functions/src/http/docs/documentation.ts'
import { webhookOperations } from '../../functions/src/http/docs/webhooks.ts'
import type { Operations } from '../../functions/src/http/docs.ts'
import type { Route } from '../../functions/src/http/route.ts'
import { chatRoutes, integrationRoutes, webhookRoutes } from '../../functions/src/http/routes.ts'
import { operationOf } from './operation.ts'
import { problemReply } from './problem.ts'

interface Section {
  name: string
  description: string
  operations: Operations
}

const sections: readonly Section[] = [
  {
    name: 'Connection',
    description: 'Connecting properties to an OTA through the channel manager, and what follows from it.',
    operations: connectionOperations,
  },
  { name: 'Chat', description: 'Threads and their messages.', operations: chatOperations },
  { name: 'Webhooks', description: 'What providers call.', operations: webhookOperations },
  { name: 'Documentation', description: 'The API itself.', operations: documentationOperations },
]

const routes: readonly Route[] = [...integrationRoutes, ...chatRoutes, ...webhookRoutes]

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** What is documented and no route, and what is a route and not documented. */
export function undocumented(): { routes: string[]; operations: string[] } {
  const known = new Set(sections.flatMap(({ operations }) => Object.keys(operations)))
  const there = new Set(routes.map(nameOf))
  return { routes: [...there.difference(known)], operations: [...known.difference(there)] }
}

const templated = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** Times are sent as text. */
const asSent: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  if (zodSchema._zod.def.type !== 'date') return
  Object.assign(jsonSchema, {
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  })
}

/** The API as an OpenAPI document, made from the schemas that requests are parsed with and those of the replies. */
export function apiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const { name, operations } of sections) {
    const documented = new Map(Object.entries(operations))
    for (const route of routes) {
      const operation = documented.get(nameOf(route))
      if (!operation) continue
      const path = templated(route.path)
      paths[path] = {
        ...paths[path],
        [route.method.toLowerCase()]: { tags: [name], ...operationOf(route, operation) },
      }
    }
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: { title: 'Channel connection and chat', version: version(), description },
      servers: [{ url: '/', description: 'The same origin as this document.' }],
      tags: sections.map(({ name, description }) => ({ name, description })),
      paths,
      components: { securitySchemes, schemas: { Problem: problemReply } },
    },
    { override: asSent, allowEmptySchema: { unknown: true } },
  )
  return document
}

export type ApiDocument = ReturnType<typeof apiDocument>

const description = [
  'Requests and answers are JSON; times are ISO 8601 in UTC, money is in minor units of its currency.',
  'A list goes on with its `nextCursor`, which is null on the last page.',
  'The body of a request may not have fields that are not named here; in a query they are passed over.',
].join(' ')

const securitySchemes = {
  idToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'ID token of Firebase Authentication. The custom claim `role` is `operations`, `support`, `service` or `landlord`; staff are the first two.',
  },
  twilioSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Twilio-Signature',
    description: "Twilio's signature of the public address and the form.",
  },
  webhookSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Webhook-Secret',
    description: 'The secret with which our webhook was registered at the channel manager.',
  },
} as const

/** The version of the API is that of the package. */
function version(): string {
  const text = readFileSync(new URL('../../functions/package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? '0.0.0'
}
