import './http/quiet-body-parser.ts'
import { inTrace } from './adapters/trace.ts'
import { createServices } from './composition.ts'
import { settings } from './config.ts'
import { contained } from './http/contained.ts'
import { httpFunctions, prepareProcess } from './http/functions.ts'
import type { Route } from './http/route.ts'
import { traceOf } from './http/trace.ts'

// What the container of a function that is called over HTTPS loads in place of all functions (`main.cjs`): neither
// triggers nor what declares a function to a deployment.
const services = createServices({ settings })
prepareProcess(services)

/** As `onRequest` has it, log lines name the trace of their request. */
function serving(routes: readonly Route[]): ReturnType<typeof contained> {
  const serve = contained(routes, services)
  return (request, response) => inTrace(traceOf(request.headers), () => serve(request, response))
}

export const integrations = serving(httpFunctions.integrations)
export const chat = serving(httpFunctions.chat)
export const webhooks = serving(httpFunctions.webhooks)
