import type { Handler } from '../handler.ts'

/** Made and put in when the functions are built (`scripts/build.ts`). */
declare const builtOpenApi: string

/** `GET /api/openapi.json`: the API as an OpenAPI document, which changes with a deployment only. */
export const handle: Handler<undefined> = async () => ({
  status: 200,
  body: builtOpenApi,
  headers: {
    'Cache-Control': 'public, max-age=300',
    'Content-Type': 'application/json',
    'Access-Control-Allow-Origin': '*',
  },
})
