import { DomainError } from '../../errors.ts'
import type { Channel, ChannelKey, ChannelManager } from '../channel-manager.ts'
import { otas } from '../otas.ts'
import type { Connections } from '../ports.ts'
import type { Target } from '../target.ts'

interface Stores {
  connections: Connections
}

/** Who holds a hotel, in words, and whether its channel is active. An inactive one blocks just the same. */
interface Holder {
  name: string
  isActive: boolean
}

/**
 * Another property of ours that uses the channel, by our own records: properties that share an id at the channel manager
 * see the same channels there. Undefined if there is none.
 */
export async function otherUser(
  { connections }: Stores,
  target: Target,
  { id, isActive }: Channel,
): Promise<Holder | undefined> {
  const propertyId = await connections.userOf(id, target)
  if (propertyId === undefined) return undefined
  return {
    name: `the property ${(await connections.propertyAlone(propertyId))?.name ?? propertyId}`,
    isActive,
  }
}

/**
 * Another property of ours that holds the hotel, by our own records: the same few calls however many channels the account
 * has. Of a connection that has ended, the channel may still stand at the channel manager. A channel that was made there
 * for a property that we do not know is found by connecting alone.
 */
export async function holderAmongOurs(
  { connections, channelManager }: Stores & { channelManager: ChannelManager },
  { propertyId }: Target,
  { ota, hotelId }: Pick<ChannelKey, 'ota' | 'hotelId'>,
): Promise<Holder | undefined> {
  const holders = (await connections.holdersOf(ota, hotelId)).filter(one => one.propertyId !== propertyId)
  const holder = holders.find(({ hasEnded }) => !hasEnded) ?? holders[0]
  if (!holder) return undefined
  const name = `the property ${(await connections.propertyAlone(holder.propertyId))?.name ?? holder.propertyId}`
  if (!holder.hasEnded) return { name, isActive: true }
  const channel = await channelManager.channel(holder.channelManagerChannelId)
  return channel?.hotelId === hotelId ? { name, isActive: channel.isActive } : undefined
}

/** Any other property's channel for the hotel that our key can see, which lists all channels of the account. */
async function holderInAccount(
  { channelManager, connections }: Stores & { channelManager: ChannelManager },
  { ota, hotelId, channelManagerPropertyId }: ChannelKey,
): Promise<Holder | undefined> {
  const channels = await channelManager.channelsOfHotel(ota, hotelId)
  const others = channels.filter(channel => !channel.propertyIds.includes(channelManagerPropertyId))
  const other = others.find(({ isActive }) => isActive) ?? others[0]
  if (!other) return undefined
  const [id] = other.propertyIds
  const ours = id === undefined ? undefined : (await connections.propertiesAt([id])).get(id)
  const name = ours ? `the property ${ours.name}` : 'another property at the channel manager'
  return { name, isActive: other.isActive }
}

/**
 * Who stands in the way of a channel that the channel manager refused as a second one; undefined if that is another
 * account, or cannot be found out.
 */
export async function otherHolder(
  deps: Stores & { channelManager: ChannelManager },
  target: Target,
  key: ChannelKey,
): Promise<Holder | undefined> {
  try {
    return (await holderAmongOurs(deps, target, key)) ?? (await holderInAccount(deps, key))
  } catch {
    return undefined
  }
}

export function connectedElsewhere(
  { ota, hotelId }: Pick<ChannelKey, 'ota' | 'hotelId'>,
  holder: Holder | undefined,
): DomainError {
  const hotel = `${otas[ota].label} property ${hotelId}`
  const [detail, todo] = explained(hotel, holder)
  return new DomainError('hotel-connected-elsewhere', detail, {
    nextAction: `Check the property ID. If it is right, ${todo}, then try again.`,
  })
}

function explained(hotel: string, holder: Holder | undefined): [detail: string, todo: string] {
  if (!holder) return [`${hotel} is connected elsewhere already.`, 'have the other connection removed first']
  const { name, isActive } = holder
  if (isActive)
    return [`${hotel} is connected to ${name} already.`, 'disconnect the other property from it first']
  return [
    `${hotel} was connected to ${name}, and its channel, which is off, still stands at the channel manager.`,
    'have that channel deleted at the channel manager, which itself removes it after about a month',
  ]
}
