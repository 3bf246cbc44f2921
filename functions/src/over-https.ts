import { inTrace } from './adapters/trace.ts'
import { createServices } from './composition.ts'
import { settings } from './config.ts'
import { endpoint } from './http/endpoint.ts'
import { guardContainer, httpFunctions } from './http/functions.ts'
import type { HttpRequest } from './http/handler.ts'
import type { Route } from './http/route.ts'
import { traceOf } from './http/trace.ts'
import type { ScheduleName } from './lib/health/subjects.ts'
import type { SchedulerResponse } from './triggers/scheduled.ts'

// What the container of a function that is called over HTTPS, by people or by the clock, loads in place of all functions
// (`main.cjs`): neither triggers nor what declares a function to a deployment.
const services = createServices({ settings })

/** As the SDK's wrappers have it, log lines name the trace of their request. */
const traced =
  <Response>(serve: (request: HttpRequest, response: Response) => Promise<void>) =>
  (request: HttpRequest, response: Response) =>
    inTrace(traceOf(request.headers), () => serve(request, response))

const serving = (routes: readonly Route[]) => traced(endpoint(routes, services))
guardContainer(services, settings.bodyWithinMs)

const running = (name: ScheduleName) =>
  traced(async (_, response: SchedulerResponse) => {
    const { runScheduled } = await import('./triggers/scheduled.ts')
    await runScheduled(services, name, response)
  })

export const integrations = serving(httpFunctions.integrations)
export const chat = serving(httpFunctions.chat)
export const webhooks = serving(httpFunctions.webhooks)

export const workdue = running('workdue')
export const watchroles = running('watchroles')
export const watchchannels = running('watchchannels')
export const sweepbookingfeed = running('sweepbookingfeed')
export const sweepinbound = running('sweepinbound')
export const comparesearch = running('comparesearch')
