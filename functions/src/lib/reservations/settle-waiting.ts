import type { System } from '../ports.ts'
import type { Pulls } from './ports.ts'
import { oweList } from './request-pull.ts'

/**
 * A mapping of the property was written: bookings that came without a room may have one by now, which only the list
 * tells. Where none was ever pulled, none waits.
 */
export async function settleWaiting(
  deps: System & { reservations: Pulls },
  propertyId: string,
): Promise<void> {
  const pull = await deps.reservations.pull(propertyId)
  if (!pull) return
  const { channelManagerPropertyId } = pull.value
  await oweList(deps, { propertyId, channelManagerPropertyId }, deps.clock.now())
}
