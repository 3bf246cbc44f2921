import { AsyncLocalStorage } from 'node:async_hooks'
import domain from 'node:domain'

type Handle = (error: unknown) => void

/** What ends a request with an error that nothing in it has caught. */
const current = new AsyncLocalStorage<Handle>()

/** Does what a request asks for; an error that this leaves uncaught, whenever it comes, is that request's. */
export const inRequest = <T>(handle: Handle, work: () => T): T => current.run(handle, work)

/** As much of a domain as the platform uses for a request. */
function requestScope() {
  let handle: Handle = () => {}
  const scope = {
    on(event: string, given: Handle) {
      if (event === 'error') handle = given
      return scope
    },
    run: <T>(work: () => T): T => inRequest(error => handle(error), work),
  }
  return scope
}

/** As much of the current domain as the platform uses for an event: what an event leaves is known without it. */
const noDomain = {
  bind: <Callback>(callback: Callback): Callback => callback,
  emit: (_: 'error', error: unknown): boolean => process.emit('unhandledRejection', error, Promise.resolve()),
}

const uncaught = new Set<unknown>(['uncaughtException', 'unhandledRejection'])

/**
 * The platform makes a domain for each request, and the first one turns on hooks around everything asynchronous for the
 * life of the process, which is a third of what a post costs. From now on it gets something smaller that does the same:
 * an error which a request leaves uncaught is logged and answered as that request's, and ends nothing else.
 */
export function withoutDomains(): void {
  Object.assign(domain, { create: requestScope })
  Object.assign(process, { domain: noDomain })
  process.emit = new Proxy(process.emit, {
    apply(emit, self, given: unknown[]) {
      const [event, error] = given
      const handle = uncaught.has(event) ? current.getStore() : undefined
      if (!handle) return Reflect.apply(emit, self, given)
      handle(error)
      return true
    },
  })
}
