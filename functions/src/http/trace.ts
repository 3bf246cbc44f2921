import type { IncomingHttpHeaders } from 'node:http'

const traceparent = /^[a-f0-9]{2}-(?<traceId>[a-f0-9]{32})-[a-f0-9]{16}-[a-f0-9]{2}$/
const cloudTrace = /^(?<traceId>[A-Fa-f0-9]{32})\/\d+(?:;o=[0-3])?$/

/** The id of the trace that a request belongs to, by Google's header or the one of W3C. */
export function traceOf(headers: IncomingHttpHeaders): string | undefined {
  const [cloud, standard] = [headers['x-cloud-trace-context'], headers.traceparent]
  const found = cloudTrace.exec(String(cloud ?? '')) ?? traceparent.exec(String(standard ?? ''))
  return found?.groups?.traceId
}
