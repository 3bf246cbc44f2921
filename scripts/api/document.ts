import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiOverride } from 'zod-openapi'
import manifest from '../../functions/package.json' with { type: 'json' }
import { chatRoutes } from '../../functions/src/http/chat.ts'
import { deskRoutes } from '../../functions/src/http/desk.ts'
import { documentationRoutes } from '../../functions/src/http/documentation.ts'
import { integrationRoutes } from '../../functions/src/http/integrations.ts'
import { landlordRoutes } from '../../functions/src/http/landlord.ts'
import type { Route } from '../../functions/src/http/route.ts'
import { uploadRoutes } from '../../functions/src/http/uploads.ts'
import { webhookRoutes } from '../../functions/src/http/webhooks/routes.ts'
import { renderings } from '../../functions/src/lib/errors.ts'
import { namesOf } from '../../functions/src/lib/record-of.ts'
import { meanings } from './codes.ts'
import { operationOf } from './operation.ts'
import { problemReply } from './problem.ts'

interface Section {
  name: string
  description: string
  routes: readonly Route[]
}

const sections: readonly Section[] = [
  {
    name: 'Connection',
    description: 'Connecting properties to an OTA through the channel manager, and what follows from it.',
    routes: integrationRoutes,
  },
  { name: 'Chat', description: 'Threads and their messages.', routes: [...chatRoutes, ...uploadRoutes] },
  { name: 'Landlords', description: "What is a landlord's own.", routes: landlordRoutes },
  { name: 'Desk', description: 'What there is to do, and how fast guests are answered.', routes: deskRoutes },
  { name: 'Webhooks', description: 'What providers call.', routes: webhookRoutes },
  { name: 'Documentation', description: 'The API itself.', routes: documentationRoutes },
]

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

/** The API as an OpenAPI document, made from the schemas that parse requests, and from the schemas of replies. */
export function apiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const { name, routes } of sections)
    for (const route of routes) {
      const place = templated(route.path)
      const operation = { tags: [name], ...operationOf(route) }
      paths[place] = { ...paths[place], [route.method.toLowerCase()]: operation }
    }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Channel connection and chat',
        // The version of the API is that of the package.
        version: manifest.version,
        description,
      },
      servers: [{ url: '/', description: 'The same origin as this document.' }],
      tags: [...sections.map(({ name, description }) => ({ name, description })), problems],
      paths,
      components: { securitySchemes, schemas: { Problem: problemReply } },
    },
    { override: asSent, allowEmptySchema: { unknown: true } },
  )
}

const description = [
  'With this API staff and services of a short-term-rental platform connect properties to booking sites (OTAs) through a channel manager, and read, answer and route the messages of guests. The dashboard uses nothing else.',
  '# The first call',
  'Every call but those of providers has the ID token of a user of Firebase Authentication in its header `Authorization`. The user’s role decides which operations are permitted; each operation below names its roles.',
  [
    '```sh',
    "TOKEN=$(curl -s 'https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=WEB_API_KEY' \\",
    '  -H \'Content-Type: application/json\' -d \'{"email":"…","password":"…","returnSecureToken":true}\' \\',
    '  | sed -n \'s/.*"idToken": *"\\([^"]*\\)".*/\\1/p\')',
    'curl -H "Authorization: Bearer $TOKEN" https://HOST/chat/threads/THREAD_ID',
    '```',
  ].join('\n'),
  'On a developer’s machine `npm start` prints the same with addresses and users that work there. A token is valid for an hour.',
  '# What all calls share',
  [
    'Requests and answers are JSON; times are ISO 8601 in UTC, money is in minor units of its currency.',
    'A list goes on with its `nextCursor`, which is null on the last page.',
    'The body of a request may not have fields that are not named here; in a query they are passed over.',
    'What is refused or fails is answered with a problem document; go by its `code`. All codes are at the end, under Problems.',
  ].join(' '),
].join('\n\n')

/** Redoc shows a tag without operations as a section: this one ends the page. */
const problems = {
  name: 'Problems',
  'x-traitTag': true,
  description: [
    'What is refused or fails is answered with a problem document (`application/problem+json`). Go by its `code`. Where it is known, `Retry-After` says when to try again, in seconds.',
    [
      '| code | status | meaning | the same may work later |',
      '|---|---|---|---|',
      ...namesOf(renderings).map(code => {
        const { status, retryable } = renderings[code]
        return `| \`${code}\` | ${status} | ${meanings[code]} | ${retryable ? 'yes' : 'no'} |`
      }),
    ].join('\n'),
  ].join('\n\n'),
} as const

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
