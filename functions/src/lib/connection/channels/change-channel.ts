import { DomainError } from '../../errors.ts'
import type { Clock } from '../../ports.ts'
import { jittered } from '../../retry-delay.ts'
import type { ChannelChange, ChannelStore } from './ports.ts'
import { channelNotFound } from './refusals.ts'
import type { ReviewedChannel } from './reviewed-channel.ts'

export interface ChangeChannelDeps {
  clock: Clock
  channels: ChannelStore
}

const attempts = 8

/**
 * How a property channel is changed: decide from what is stored, write under its revision, and decide again when it has
 * moved or the answer was lost. So `decide` must know its own write when it sees it, and then answer `done`. The watch
 * writes to channels too, which changes nothing here but the revision.
 */
export async function changeChannel(
  { clock, channels }: ChangeChannelDeps,
  channelId: string,
  decide: (channel: ReviewedChannel) => ChannelChange | 'done',
): Promise<ReviewedChannel> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await channels.channel(channelId)
    if (!found) throw channelNotFound()
    const change = decide(found.value)
    if (change === 'done') return found.value
    if (await channels.change(channelId, found.revision, change)) return { ...found.value, ...change.set }
    await clock.sleep(jittered(attempt, 10, 500))
  }
  throw new DomainError('mapping-changed', 'The channel is being written to all the time.', {
    nextAction: 'Read it again, then try again.',
    retryAfterSeconds: 1,
  })
}
