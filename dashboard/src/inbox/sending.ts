import { type ChannelName, channelNames } from '@functions/lib/chat/channels/names.ts'
import { channelOfType, typeOf } from '@functions/lib/chat/channels/naming.ts'
import type { MessageType } from '@functions/lib/chat/message.ts'
import type { ThreadDetails } from './message.ts'

type Reachability = ThreadDetails['reachability']
type Obstacle = NonNullable<Reachability[ChannelName]['reason']>

/** How one writes in a thread until one chooses otherwise: the way that reaches its guest best. */
export function preferredType({ source, reachability }: ThreadDetails): MessageType {
  if (source === 'support') return 'message'
  const channel = channelNames.find(name => {
    const reach: { reachable: boolean; templatesAllowed?: boolean } = reachability[name]
    return reach.reachable || reach.templatesAllowed
  })
  return channel ? typeOf(channel) : 'message'
}

/** What stands in the way of a text by that way, as the delivery would say it; undefined for nothing. */
export function obstacleTo(type: MessageType, reachability: Reachability | undefined): Obstacle | undefined {
  const channel = channelOfType(type)
  return (channel && reachability?.[channel].reason) ?? undefined
}
