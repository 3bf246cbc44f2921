import * as z from 'zod'
import { route } from '../route.ts'

/** All but the document itself is served by Hosting (`dashboard/vite.config.ts`, `dashboard/public/docs-assets`). */
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

/**
 * Redoc makes an empty style element, whose rules it sets by script, and one with the styles of its scroll bar. A
 * version that makes others fails the browser test.
 */
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

export const docsPageRoute = route({
  method: 'GET',
  path: '/api/docs',
  access: 'public',
  handle: async () => ({
    status: 200,
    body: page,
    headers: {
      'Cache-Control': 'public, max-age=300',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
    },
  }),
  docs: () => ({
    id: 'readDocs',
    summary: 'This page',
    answers: [{ status: 200, says: 'The API, to read.', schema: z.string(), mediaType: 'text/html' }],
  }),
})
