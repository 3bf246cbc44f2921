import { bestEffort } from '../lib/best-effort.ts'
import type { Services } from '../lib/services.ts'

/** Compares a share of the active channels with the channel manager and the OTA. */
export async function sweepChannels(services: Services): Promise<void> {
  const { watchChannels } = await import('../lib/connection/watch/watch-channels.ts')
  await bestEffort(services.log, 'watch of the channels', async () =>
    watchChannels(await services.watchChannels()),
  )
}
