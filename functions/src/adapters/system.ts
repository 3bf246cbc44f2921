import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { logger as cloudLogger } from 'firebase-functions/logger'
import type { Clock, Ids, Log } from '../lib/ports.ts'

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async milliseconds => {
    await sleep(milliseconds)
  },
}

export const randomIds: Ids = {
  message: randomUUID,
  audit: randomUUID,
  attempt: randomUUID,
  claim: randomUUID,
}

export const logger: Log = {
  info: (event, fields) => cloudLogger.info(event, printable(fields)),
  warn: (event, fields) => cloudLogger.warn(event, printable(fields)),
  error: (event, fields) => cloudLogger.error(event, printable(fields)),
}

const printable = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...fields,
  ...('error' in fields && { error: causes(fields.error) }),
})

/** SDKs attach requests to errors. */
function causes(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\ncaused by ${causes(error.cause)}`
}
