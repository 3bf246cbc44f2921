import { inTrace } from './adapters/trace.ts'
import { createContext } from './composition.ts'
import { settings } from './config.ts'
import { type HttpsFunction, httpsFunctions, httpsNames, runSchedule } from './functions.ts'
import { endpoint } from './http/endpoint.ts'
import { guardServer } from './http/guard.ts'
import type { HttpRequest } from './http/handler.ts'
import { maxBytesAt } from './http/route.ts'
import { traceOf } from './http/trace.ts'
import { recordOf } from './lib/record-of.ts'
import { scheduleNames } from './lib/schedules.ts'
import type { SchedulerResponse } from './triggers/by-the-clock.ts'

// What the container of a function that is called over HTTPS, by people or by the clock, loads in place of all functions
// (`main.cjs`): neither triggers nor what declares a function to a deployment.
const context = createContext({ settings })

/** As the SDK's wrappers have it, log lines name the trace of their request. */
const traced =
  <Response>(serve: (request: HttpRequest, response: Response) => Promise<void>) =>
  (request: HttpRequest, response: Response) =>
    inTrace(traceOf(request.headers), () => serve(request, response))

// Before the platform makes its server.
const served = httpsNames.find(name => name === process.env.FUNCTION_TARGET)
const row: HttpsFunction | undefined = served && httpsFunctions[served]
const routes = row?.routes ?? []
guardServer({
  log: context.log,
  limitOf: url => Math.max(context.rules.maxRequestBytes(), maxBytesAt(routes, url.split('?')[0] ?? '')),
  withinMs: () => Math.max(settings.bodyWithinMs(), row?.bodyWithinMs ?? 0),
  origins: row ? settings.allowedOrigins() : [],
  perSecond: () => Math.min(settings.requestsPerSecond(), row?.perSecond ?? Number.POSITIVE_INFINITY),
})

export const functions = {
  ...recordOf(httpsNames, name => traced(endpoint(httpsFunctions[name].routes, context))),
  ...recordOf(scheduleNames, name =>
    traced(async (_, response: SchedulerResponse) => {
      const { answerScheduler } = await import('./triggers/by-the-clock.ts')
      await answerScheduler(response, context.log, name, () => runSchedule(context, name))
    }),
  ),
}
