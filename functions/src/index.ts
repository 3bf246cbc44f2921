import { onRequest } from 'firebase-functions/https'
import { onSchedule } from 'firebase-functions/scheduler'
import { context, optionsOf } from './deployment.ts'
import { functions as triggers } from './events.ts'
import { httpsFunctions, httpsNames, runSchedule, scheduledFunctions } from './functions.ts'
import { endpoint } from './http/endpoint.ts'
import { recordOf } from './lib/record-of.ts'
import { every, scheduleNames } from './lib/schedules.ts'

/** What is deployed, by name: the rows of `functions.ts` as the SDK declares them. */
export const functions = {
  ...triggers,
  ...recordOf(httpsNames, name =>
    onRequest(optionsOf(httpsFunctions[name]), endpoint(httpsFunctions[name].routes, context)),
  ),
  ...recordOf(scheduleNames, name =>
    onSchedule({ ...optionsOf(scheduledFunctions[name]), schedule: every(name) }, () =>
      runSchedule(context, name),
    ),
  ),
}
