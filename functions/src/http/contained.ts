import type { Services } from '../lib/services.ts'
import { endpoint } from './endpoint.ts'
import type { Route } from './route.ts'

/** A function's HTTP side without `onRequest` around it: what is thrown all the same is logged and answered. */
export function contained(routes: readonly Route[], services: Services): ReturnType<typeof endpoint> {
  const serve = endpoint(routes, services)
  return async (request, response) => {
    try {
      await serve(request, response)
    } catch (error) {
      services.log.error('request failed', { error })
      if (response.headersSent) response.end()
      else response.status(500).send('Internal Server Error')
    }
  }
}
