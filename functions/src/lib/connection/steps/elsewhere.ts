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
  return { name: `the property ${(await connections.propertyName(propertyId)) ?? propertyId}`, isActive }
}

/**
 * Who holds the hotel, as far as our own key can see: another property's channel. Undefined if it sees none, whether
 * there is none or another account holds it.
 */
export async function findOtherHolder(
  deps: Stores & { channelManager: ChannelManager },
  target: Target,
  { ota, hotelId, channelManagerPropertyId }: ChannelKey,
): Promise<Holder | undefined> {
  const { channelManager, connections } = deps
  const channels = await channelManager.channelsOfHotel(ota, hotelId)
  const others = channels.filter(channel => !channel.propertyIds.includes(channelManagerPropertyId))
  const other = others.find(({ isActive }) => isActive) ?? others[0]
  const own = channels.find(channel => channel.propertyIds.includes(channelManagerPropertyId))
  if (!other) return own && otherUser(deps, target, own)
  const [id] = other.propertyIds
  const ours = await connections.propertiesAt(id === undefined ? [] : [id]).catch(() => undefined)
  const name = id === undefined ? undefined : ours?.get(id)?.name
  const { isActive } = other
  return {
    name: name === undefined ? 'another property at the channel manager' : `the property ${name}`,
    isActive,
  }
}

/** The same, only to make a refusal clearer: undefined also if it cannot be found out. */
export const otherHolder = (...args: Parameters<typeof findOtherHolder>): Promise<Holder | undefined> =>
  findOtherHolder(...args).catch(() => undefined)

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
