import * as z from 'zod'
import { countRequest } from '../../lib/request-limit.ts'
import { originOf } from '../auth.ts'
import { ok } from '../docs.ts'
import { route } from '../route.ts'

/** Made and put in when the functions are built (`scripts/build.ts`). */
declare const builtOpenApi: string

/** It changes with a deployment only. An address reads it as often as a user may make requests. */
export const openapiRoute = route({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  handle: async ({ context, request }) => {
    const { ipAddress } = originOf(request, context.rules.trustedHops())
    countRequest(context, { uid: `at ${ipAddress}`, role: 'user' }, 'GET')
    return {
      status: 200,
      body: builtOpenApi,
      headers: {
        'Cache-Control': 'public, max-age=300',
        'Content-Type': 'application/json',
        'Access-Control-Allow-Origin': '*',
      },
    }
  },
  docs: () => ({
    id: 'readOpenApi',
    summary: 'The API as an OpenAPI document',
    answers: ok('OpenAPI 3.1.', z.looseObject({ openapi: z.string() })),
  }),
})
