import type { Services } from '../lib/services.ts'
import { inTime } from './sweeps.ts'

/** Finishes the connections whose process died, and takes back what others could not. */
export async function sweepConnections(services: Services): Promise<void> {
  const { finishAttempt } = await import('../lib/connection/attempt/finish-attempt.ts')
  const deps = await services.connectProperty()
  const unfinished = await deps.connections.unfinished(deps.clock.now())
  await inTime(services, 'sweep of a connection', unfinished, target => finishAttempt(deps, target))
}
