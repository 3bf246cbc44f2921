import type { BookingProperty } from './ports.ts'
import { requestPull } from './request-pull.ts'
import { type PullDeps, runPull } from './run-pull.ts'

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

/** Asks for a pull of each, then runs those that nobody else runs. */
export async function pullAll(
  deps: PullDeps,
  properties: readonly BookingProperty[],
  until: Date,
): Promise<void> {
  for (const property of properties) {
    const held = await requestPull(deps, property)
    if (held) await runPull(deps, property.propertyId, held, until)
  }
}
