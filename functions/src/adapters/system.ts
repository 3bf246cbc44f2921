import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, Ids } from '../lib/ports.ts'

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
