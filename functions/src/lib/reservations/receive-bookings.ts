import { audited } from '../audit.ts'
import { bookingProperty, connectedProperties } from '../connection/channels/booking-channel.ts'
import type { BookingProperty } from '../connection/model.ts'
import type { Pull } from '../connection/pulls/pull.ts'
import { requestPull } from '../connection/pulls/request-pull.ts'
import { pullWrite, readPull } from '../connection/pulls/stored-pull.ts'
import { amend } from '../durable/amend.ts'
import { ready } from '../lazy-port.ts'
import { auditsOf, type PullDeps, runPull } from './run-pull.ts'

/** Below the function's and the channel manager's time-outs. */
const pullBudgetMs = 20_000

/** Throws until the request is stored, so that the channel manager retries; the sweep finishes the rest. */
export async function receiveBookings(deps: PullDeps, channelManagerPropertyId: string): Promise<void> {
  const properties = await connectedProperties(deps.store, [channelManagerPropertyId])
  const until = new Date(deps.clock.now().getTime() + pullBudgetMs)
  await pullAll(deps, properties, until)
}

export async function pullAll(
  deps: PullDeps,
  properties: readonly BookingProperty[],
  until: Date,
): Promise<number> {
  await ready(deps.feed)
  let stored = 0
  for (const property of properties) {
    const record = await requestPull(deps, property)
    if (!record) continue
    const { pull } = await runPull(deps, property.propertyId, record, until)
    stored += storedBy(pull) - storedBy(record.value)
  }
  return stored
}

const storedBy = ({ imported, updated }: Pull): number => imported + updated

export async function finishPull(deps: PullDeps, propertyId: string): Promise<void> {
  const property = await bookingProperty(deps.store, propertyId)
  const until = new Date(deps.clock.now().getTime() + pullBudgetMs)
  if (property) await pullAll(deps, [property], until)
  else await abandon(deps, propertyId)
}

async function abandon(deps: PullDeps, propertyId: string): Promise<void> {
  const { clock, log, store } = deps
  await amend(deps, {
    read: () => readPull(store, propertyId),
    decide(record) {
      if (!record?.value.open) return { result: undefined }
      const audits = auditsOf(deps, propertyId, record.value, 'property-not-found')
      const ended = { open: false, endedAt: clock.now(), presses: [], dueAt: null }
      return {
        writes: [pullWrite(propertyId, record, ended), ...audits.flatMap(audited)],
        result: undefined,
      }
    },
  })
  log.warn('a pull was given up: its property is gone', { propertyId })
}
