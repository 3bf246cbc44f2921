import type { Handler } from '../route.ts'
import { builtHeaders } from './built.ts'

/** Made and put in when the functions are built (`scripts/build.ts`). */
declare const builtDocsPage: string

/** `GET /api/docs`: the API for people. The page runs no script and asks no other host. */
export const handle: Handler<undefined> = async () => ({
  status: 200,
  body: builtDocsPage,
  headers: {
    ...builtHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
})
