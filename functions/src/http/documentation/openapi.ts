import type { Handler } from '../route.ts'

/** Made and put in when the functions are built (`scripts/build.ts`). */
declare const builtOpenApi: string
declare const builtDocsPage: string
declare const builtDocsStyle: string

/** The document changes with a deployment only. */
const headers = { 'Cache-Control': 'public, max-age=300' }

/** `GET /api/openapi.json`: the API as an OpenAPI document. */
export const handleOpenApi: Handler<undefined> = async () => ({
  status: 200,
  body: builtOpenApi,
  headers: { ...headers, 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' },
})

/** `GET /api/docs`: the same for people. It runs no script and asks no other host. */
export const handleDocs: Handler<undefined> = async () => ({
  status: 200,
  body: builtDocsPage,
  headers: {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
})

export const handleDocsStyle: Handler<undefined> = async () => ({
  status: 200,
  body: builtDocsStyle,
  headers: { ...headers, 'Content-Type': 'text/css; charset=utf-8' },
})
