import type { Services } from '../lib/services.ts'
import { inTime } from './sweeps.ts'

/** Goes on with mappings and disconnectings whose process died. */
export async function sweepMappings(services: Services): Promise<void> {
  const { finishChannelWork } = await import('../lib/connection/channels/finish-channel-work.ts')
  const deps = await services.channels()
  const unfinished = await deps.channels.unfinished(deps.clock.now())
  await inTime(services, 'sweep of a channel', unfinished, id => finishChannelWork(deps, id))
}
