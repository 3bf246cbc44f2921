import { DomainError } from '../errors.ts'
import type { ChannelManager } from './channel-manager.ts'
import { type OtaName, otas } from './otas.ts'
import type { ConnectionStore } from './ports.ts'

interface Place {
  ota: OtaName
  hotelId: string
  channelManagerPropertyId: string
}

/**
 * Who holds the hotel, in words, as far as our own key shows: another property's channel there. Undefined when it shows
 * none, be it that there is none or that somebody else's account holds it.
 */
export async function findOtherHolder(
  { channelManager, connections }: { channelManager: ChannelManager; connections: ConnectionStore },
  { ota, hotelId, channelManagerPropertyId }: Place,
): Promise<string | undefined> {
  const channels = await channelManager.channelsOfHotel(ota, hotelId)
  const others = channels.filter(channel => !channel.propertyIds.includes(channelManagerPropertyId))
  const [id] = others.flatMap(channel => channel.propertyIds)
  if (others.length === 0) return undefined
  const name = id === undefined ? undefined : await connections.propertyName(id).catch(() => undefined)
  return name === undefined ? 'to another property at the channel manager' : `to the property ${name}`
}

/** The same where it only makes a refusal clearer: undefined as well when it cannot be found out. */
export const otherHolder = (
  deps: Parameters<typeof findOtherHolder>[0],
  place: Place,
): Promise<string | undefined> => findOtherHolder(deps, place).catch(() => undefined)

export function connectedElsewhere(
  { ota, hotelId }: Pick<Place, 'ota' | 'hotelId'>,
  holder: string | undefined,
): DomainError {
  const where = holder ?? 'elsewhere'
  return new DomainError(
    'hotel-connected-elsewhere',
    `${otas[ota].label} property ${hotelId} is connected ${where} already.`,
    {
      nextAction: holder
        ? 'Check the property ID. If it is right, disconnect the other property from it first, then try again.'
        : 'Check the property ID. If it is right, have the other connection removed first, then try again.',
    },
  )
}
