import * as z from 'zod'
import * as functions from '../../src/index.ts'

const endpoint = z.looseObject({
  cpu: z.number(),
  concurrency: z.number(),
  maxInstances: z.number(),
  eventTrigger: z
    .object({ eventType: z.string(), eventFilterPathPatterns: z.object({ document: z.string() }) })
    .optional(),
})

/** The functions as a deployment reads them from the index, by name. */
export const endpoints = new Map(
  Object.entries(functions).map(([name, { __endpoint }]) => [name, endpoint.parse(__endpoint)]),
)
