import * as z from 'zod'
import { countRequest } from '../lib/request-limit.ts'
import { originOf } from './auth.ts'
import { Reply } from './reply.ts'
import { ok, route } from './route.ts'

/** Hosting serves the rest (`dashboard/vite.config.ts`, `dashboard/public/docs-assets`). */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Channel connection and chat: the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs-assets/page.css">
<script src="/docs-assets/redoc.standalone.js" defer></script>
<script src="/docs-assets/page.js" defer></script>
</head>
<body>
<main id="api"><noscript>Without JavaScript, read <a href="/api/openapi.json">the OpenAPI document</a>.</noscript></main>
</body>
</html>
`

/** Redoc makes an empty style element, and one for its scroll bar. A browser test notices others. */
const redocStyles = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc=',
]

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${redocStyles.map(hash => `'${hash}'`).join(' ')}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** From `scripts/build.ts`. */
declare const builtOpenApi: string

export const documentationRoutes = [
  route({
    method: 'GET',
    path: '/api/docs',
    access: 'public',
    id: 'readDocs',
    summary: 'This page',
    answers: [{ status: 200, says: 'The API, to read.', schema: z.string(), mediaType: 'text/html' }],
    handle: async () =>
      new Reply(200, page, {
        headers: {
          'Cache-Control': 'public, max-age=300',
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': policy,
        },
      }),
  }),
  route({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    id: 'readOpenApi',
    summary: 'The API as an OpenAPI document',
    answers: ok('OpenAPI 3.1.', z.looseObject({ openapi: z.string() })),
    async handle({ context, request }) {
      const { ipAddress } = originOf(request, context.rules.trustedHops())
      countRequest(context, { uid: `at ${ipAddress}`, role: 'user' }, 'GET')
      return new Reply(200, builtOpenApi, {
        headers: {
          'Cache-Control': 'public, max-age=300',
          'Content-Type': 'application/json',
          'Access-Control-Allow-Origin': '*',
        },
      })
    },
  }),
]
