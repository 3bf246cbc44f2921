import { finishMapping } from '../review/finish-mapping.ts'
import { type ChannelWorkDeps, finishDisconnect } from './disconnect-channel.ts'

/** Goes on with whatever somebody has begun with a channel and left. */
export async function finishChannelWork(deps: ChannelWorkDeps, channelId: string): Promise<void> {
  await finishDisconnect(deps, channelId)
  await finishMapping(deps, channelId)
}
