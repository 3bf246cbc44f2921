import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs with the trace's id in every log line. */
export const inTrace = <T>(traceId: string | undefined, run: () => T): T =>
  traceId === undefined ? run() : current.run(traceId, run)

/** The field by which Cloud Logging groups a trace's lines; none outside a trace. */
export function traceField(): Record<string, string> {
  const traceId = current.getStore()
  return traceId === undefined
    ? {}
    : { 'logging.googleapis.com/trace': `projects/${process.env.GCLOUD_PROJECT}/traces/${traceId}` }
}
