import type { Handler } from '../route.ts'
import { builtHeaders } from './built.ts'

/** Made and put in when the functions are built (`scripts/build.ts`). */
declare const builtOpenApi: string

/** `GET /api/openapi.json`: the API as an OpenAPI document. */
export const handle: Handler<undefined> = async () => ({
  status: 200,
  body: builtOpenApi,
  headers: { ...builtHeaders, 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' },
})
