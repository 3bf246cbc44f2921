import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs with log lines that name that trace. */
export const inTrace = <T>(traceId: string | undefined, run: () => T): T =>
  traceId === undefined ? run() : current.run(traceId, run)

/** The field by which Cloud Logging finds the lines of a trace; none outside one. */
export function traceField(): Record<string, string> {
  const traceId = current.getStore()
  return traceId === undefined
    ? {}
    : { 'logging.googleapis.com/trace': `projects/${process.env.GCLOUD_PROJECT}/traces/${traceId}` }
}
