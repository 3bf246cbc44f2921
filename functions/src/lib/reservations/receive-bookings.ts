import { change } from '../durable/change.ts'
import type { BookingProperty, HeldPull } from './ports.ts'
import type { Pull } from './pull.ts'
import { requestPull } from './request-pull.ts'
import { auditsOf, type PullDeps, runPull } from './run-pull.ts'

/** Well below what the function and the channel manager have patience for. */
const pullBudgetMs = 20_000

/**
 * The channel manager told that bookings have come: they are pulled. Once the request is on record this never throws,
 * since the sweep finishes what is left; before that it does, so that the channel manager tells us again.
 */
export async function receiveBookings(deps: PullDeps, channelManagerPropertyId: string): Promise<void> {
  const properties = await deps.reservations.connected([channelManagerPropertyId])
  const until = new Date(deps.clock.now().getTime() + pullBudgetMs)
  await pullAll(deps, properties, until)
}

/** Asks for a pull of each, then runs those that nobody else runs. Answers how many bookings that stored. */
export async function pullAll(
  deps: PullDeps,
  properties: readonly BookingProperty[],
  until: Date,
): Promise<number> {
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

/** Finishes a pull that nobody holds any more: its runner died, ran out of time, or failed. */
export async function finishPull(deps: PullDeps, propertyId: string): Promise<void> {
  const property = await deps.reservations.property(propertyId)
  const until = new Date(deps.clock.now().getTime() + pullBudgetMs)
  if (property) await pullAll(deps, [property], until)
  else await abandon(deps, propertyId)
}

/** A property that is gone, or no longer known to the channel manager, has nothing to pull. */
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
