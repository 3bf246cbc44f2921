import { DomainError } from '../../errors.ts'
import type { Store } from '../../store.ts'
import type { Channel, ChannelKey, ChannelManager } from '../channel-manager.ts'
import { propertyChannels } from '../channels/stored-channel.ts'
import { otas } from '../otas.ts'
import { propertiesAt, propertyAlone } from '../properties/stored-property.ts'
import { channelIdOf, type Target } from '../target.ts'

interface Deps {
  store: Store
}

/** An inactive channel blocks, too. */
interface Holder {
  name: string
  isActive: boolean
}

/** Properties with the same id at the channel manager share channels. */
export async function otherUser(
  { store }: Deps,
  target: Target,
  { id, isActive }: Channel,
): Promise<Holder | undefined> {
  const channels = await store.find(propertyChannels.any.where('channelManagerChannelId', '==', id))
  const own = channelIdOf(target)
  const other = channels.find(one => one.id !== own && one.value.status !== 'disconnected')
  if (!other) return undefined
  const propertyId = String(other.value.propertyId)
  return {
    name: `the property ${(await propertyAlone(store, propertyId))?.name ?? propertyId}`,
    isActive,
  }
}

/**
 * Our records take few calls whatever the account's size; a channel outside them shows only on connecting. A former
 * connection's channel may still exist.
 */
export async function holderAmongOurs(
  { store, channelManager }: Deps & { channelManager: ChannelManager },
  { propertyId }: Target,
  { ota, hotelId }: Pick<ChannelKey, 'ota' | 'hotelId'>,
): Promise<Holder | undefined> {
  const channels = await store.find(propertyChannels.sound.where('hotelId', '==', hotelId))
  const holders = channels
    .map(({ value }) => value)
    .filter(channel => channel.ota === ota && channel.propertyId !== propertyId)
  const holder = holders.find(({ status }) => status !== 'disconnected') ?? holders[0]
  if (!holder) return undefined
  const name = `the property ${(await propertyAlone(store, holder.propertyId))?.name ?? holder.propertyId}`
  if (holder.status !== 'disconnected') return { name, isActive: true }
  const channel = await channelManager.channel(holder.channelManagerChannelId)
  return channel?.hotelId === hotelId ? { name, isActive: channel.isActive } : undefined
}

/** Reads all channels of the account. */
async function holderInAccount(
  { channelManager, store }: Deps & { channelManager: ChannelManager },
  { ota, hotelId, channelManagerPropertyId }: ChannelKey,
): Promise<Holder | undefined> {
  const channels = await channelManager.channelsOfHotel(ota, hotelId)
  const others = channels.filter(channel => !channel.propertyIds.includes(channelManagerPropertyId))
  const other = others.find(({ isActive }) => isActive) ?? others[0]
  if (!other) return undefined
  const [id] = other.propertyIds
  const ours = id === undefined ? undefined : (await propertiesAt(store, [id])).get(id)
  const name = ours ? `the property ${ours.name}` : 'another property at the channel manager'
  return { name, isActive: other.isActive }
}

/** Undefined for another account, or without an answer. */
export async function otherHolder(
  deps: Deps & { channelManager: ChannelManager },
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
