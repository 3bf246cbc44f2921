import type { Needs } from '../../context.ts'
import { changeChannel } from '../channels/change-channel.ts'

/** There is a reason to look at a channel now that was known before, `lookAgainAt`. Idempotent. */
export async function lookAgain(deps: Needs<'channels'>, channelId: string): Promise<void> {
  const now = deps.clock.now()
  await changeChannel(deps, channelId, ({ lookAgainAt }) =>
    lookAgainAt && lookAgainAt <= now ? { set: { lookAt: now }, clear: ['lookAgainAt'] } : 'done',
  )
}
