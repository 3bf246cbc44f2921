import { DomainError, UnreadableError } from '../errors.ts'
import type { ChannelKey } from './channel-manager.ts'
import { type OtaName, otaNames } from './otas.ts'

/** At most one job and one channel each. */
export interface Target {
  propertyId: string
  ota: OtaName
}

export const targetOf = ({ propertyId, ota }: Target): Target => ({ propertyId, ota })

export const channelKeyOf = ({ ota, hotelId, channelManagerPropertyId }: ChannelKey): ChannelKey => ({
  ota,
  hotelId,
  channelManagerPropertyId,
})

/** Throws UnreadableError. */
export function targetOfId(id: string): Target {
  const end = id.lastIndexOf('_')
  const ota = otaNames.find(name => name === id.slice(end + 1))
  if (!ota) throw new UnreadableError(`${id} is the id of no target`)
  return { propertyId: id.slice(0, end), ota }
}

/** The job's id, too. */
export const channelIdOf = ({ propertyId, ota }: Target): string => `${propertyId}_${ota}`

export function otaNamed(ota: string): OtaName {
  const name = otaNames.find(one => one === ota)
  if (name) return name
  throw new DomainError('not-found', 'Properties cannot be connected to this OTA.', {
    nextAction: `Use one of these: ${otaNames.join(', ')}.`,
  })
}
