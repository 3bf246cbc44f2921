import { change } from '../durable/change.ts'
import { ready } from '../lazy-port.ts'
import type { BookingProperty, HeldPull } from './ports.ts'
import type { Pull } from './pull.ts'
import { requestPull } from './request-pull.ts'
import { auditsOf, type PullDeps, runPull } from './run-pull.ts'

/** Well below the time-outs of the function and the channel manager. */
const pullBudgetMs = 20_000

/**
 * Pulls bookings that the channel manager has announced. Throws until the request is stored, so that the channel
 * manager retries; never afterwards, since the sweep finishes the rest.
 */
export async function receiveBookings(deps: PullDeps, channelManagerPropertyId: string): Promise<void> {
  const properties = await deps.reservations.connected([channelManagerPropertyId])
  const until = new Date(deps.clock.now().getTime() + pullBudgetMs)
  await pullAll(deps, properties, until)
}

/** Requests a pull of each property and runs those not running elsewhere. Returns how many bookings were stored. */
export async function pullAll(
  deps: PullDeps,
  properties: readonly BookingProperty[],
  until: Date,
): Promise<number> {
  await ready(deps.feed)
  let stored = 0
  for (const property of properties) {
    const held = await requestPull(deps, property)
    if (!held) continue
    const { pull } = await runPull(deps, property.propertyId, held, until)
    stored += storedBy(pull) - storedBy(held.value)
  }
  return stored
}

const storedBy = ({ imported, updated }: Pull): number => imported + updated

/** Finishes an abandoned pull: its runner died, ran out of time, or failed. */
export async function finishPull(deps: PullDeps, propertyId: string): Promise<void> {
  const property = await deps.reservations.property(propertyId)
  const until = new Date(deps.clock.now().getTime() + pullBudgetMs)
  if (property) await pullAll(deps, [property], until)
  else await abandon(deps, propertyId)
}

/** Ends the pull of a property that is gone, or no longer at the channel manager. */
async function abandon(deps: PullDeps, propertyId: string): Promise<void> {
  const { reservations, clock, log } = deps
  await change<HeldPull | undefined, HeldPull, unknown>(deps, {
    read: () => reservations.pull(propertyId),
    decide: held => (held?.value.open ? { write: held } : { result: undefined }),
    commit: held => {
      const audits = auditsOf(deps, propertyId, held.value, 'property-not-found')
      const ended = { open: false, endedAt: clock.now(), presses: [], dueAt: null }
      return reservations.changePull(propertyId, held, ended, { audits })
    },
  })
  log.warn('a pull was given up: its property is gone', { propertyId })
}
