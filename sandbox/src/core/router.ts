import type { Reply, VendorRequest } from './vendor.ts'

export interface RoutedRequest extends VendorRequest {
  /** A named segment of the path, percent-decoded. */
  readonly param: (name: string) => string
}

type Handler = (request: RoutedRequest) => Reply | Promise<Reply>

interface Route {
  readonly method: string
  readonly segments: readonly string[]
  readonly handler: Handler
}

const split = (path: string): string[] => path.split('/').filter(part => part !== '')

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function match(route: Route, method: string, segments: readonly string[]): Map<string, string> | undefined {
  if (route.method !== method || route.segments.length !== segments.length) return undefined
  const params = new Map<string, string>()
  for (const [index, expected] of route.segments.entries()) {
    const actual = segments[index] ?? ''
    if (expected.startsWith(':')) params.set(expected.slice(1), actual)
    else if (expected !== actual) return undefined
  }
  return params
}

/** Routes `METHOD /path/:name`, first match wins; undefined when nothing matches. */
export function createRouter(table: Readonly<Record<string, Handler>>) {
  const routes = Object.entries(table).map(([key, handler]): Route => {
    const [method = '', path = ''] = key.split(' ')
    return { method, segments: split(path), handler }
  })
  return (request: VendorRequest): Promise<Reply> | Reply | undefined => {
    const segments = split(request.path).map(decode)
    for (const route of routes) {
      const params = match(route, request.method, segments)
      if (params) return route.handler({ ...request, param: name => params.get(name) ?? '' })
    }
    return undefined
  }
}
