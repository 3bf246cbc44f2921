import type { Handler } from '../route.ts'
import { builtHeaders } from './built.ts'

/** Made and put in when the functions are built (`scripts/build.ts`). */
declare const builtDocsStyle: string

/** `GET /api/docs.css`: how the page looks. */
export const handle: Handler<undefined> = async () => ({
  status: 200,
  body: builtDocsStyle,
  headers: { ...builtHeaders, 'Content-Type': 'text/css; charset=utf-8' },
})
