import type { Services } from '../lib/services.ts'
import { inTime } from './sweeps.ts'

/** Tells landlords by e-mail what they have not read in their support chats. */
export async function sweepSupport(services: Services): Promise<void> {
  const { notifyLandlords } = await import('../lib/chat/support/notify-landlords.ts')
  const deps = await services.notifyLandlords()
  const due = await deps.support.dueThreads(deps.clock.now())
  await inTime(services, 'sweep of a support thread', due, id => notifyLandlords(deps, id))
}
