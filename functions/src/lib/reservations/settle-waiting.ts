import type { System } from '../ports.ts'
import type { Store } from '../store.ts'
import { oweList } from './request-pull.ts'
import { readPull } from './stored-pull.ts'

/** After a new mapping only the list shows these bookings. Without a pull, none waits. */
export async function settleWaiting(
  deps: System & { store: Pick<Store, 'commit' | 'get' | 'read'> },
  propertyId: string,
): Promise<void> {
  const pull = await readPull(deps.store, propertyId)
  if (!pull) return
  const { channelManagerPropertyId } = pull.value
  await oweList(deps, { propertyId, channelManagerPropertyId }, deps.clock.now())
}
