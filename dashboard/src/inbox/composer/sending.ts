import { type ChannelName, channelNames } from '@functions/lib/chat/channel-names.ts'
import { channelOfType, typeOf } from '@functions/lib/chat/channel-types.ts'
import type { MessageType } from '@functions/lib/chat/message.ts'
import type { Message, ThreadDetails } from '../../live/message.ts'
import { messageTypes, ways } from './ways.ts'

type Reachability = ThreadDetails['reachability']
type Obstacle = NonNullable<Reachability[ChannelName]['reason']>

/** The way of a thread's messages until the user chooses another: the one that reaches its guest best. */
export function preferredType({ source, reachability }: ThreadDetails): MessageType {
  if (source === 'support') return 'message'
  const channel = inOrder(reachability).find(name => {
    const reach: { reachable: boolean; templatesAllowed?: boolean } = reachability[name]
    return reach.reachable || reach.templatesAllowed
  })
  return channel ? typeOf(channel) : 'message'
}

/** By which the guest wrote last first. */
const inOrder = ({ lastUsed }: Reachability): ChannelName[] =>
  channelNames.toSorted((one, other) => Number(other === lastUsed) - Number(one === lastUsed))

/** The ways to choose from in a thread: a booking site only if its guest is at one, plain ones with a landlord. */
export function typesIn(thread: ThreadDetails | undefined): MessageType[] {
  if (!thread) return messageTypes.filter(type => channelOfType(type) !== 'ota')
  const { reachability, source } = thread
  const inside = messageTypes.filter(type => !channelOfType(type))
  if (source === 'support' && !reachability.guest) return inside
  const channels = inOrder(reachability).filter(name => name !== 'ota' || isAtSite(reachability.ota))
  return [...channels.map(typeOf), ...inside]
}

const isAtSite = ({ reachable, provider }: Reachability['ota']): boolean => reachable || provider !== null

/** The reason why a text cannot go that way, as the delivery would say it; undefined for none. */
export function obstacleTo(type: MessageType, reachability: Reachability | undefined): Obstacle | undefined {
  const channel = channelOfType(type)
  return (channel && reachability?.[channel].reason) ?? undefined
}

/** The way that a failed text can go instead; undefined for none, and for files, which not every way takes. */
export function otherWay(
  { type, body, files = [] }: Pick<Message, 'type' | 'body' | 'files'>,
  thread: ThreadDetails,
): MessageType | undefined {
  if (files.length > 0) return undefined
  return typesIn(thread).find(
    other =>
      other !== type &&
      channelOfType(other) &&
      !obstacleTo(other, thread.reachability) &&
      body.length <= ways[other].limit,
  )
}
