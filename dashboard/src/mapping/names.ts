import { t } from 'i18next'
import type { ChannelMapping } from '../connection/api.ts'

type Room = Pick<ChannelMapping['rooms'][number], 'id' | 'name' | 'capacity'>

/** A room of ours among others, with how many it is for. */
export const roomOption = ({ id, name, capacity }: Room) => ({
  value: id,
  label: capacity === null ? name : t('mapping.roomFor', { name, count: capacity }),
})

/** A rate plan of ours among others; one that the channel manager does not know says so. */
export const planOption = ({ id, name, occupancy, canBeMapped }: ChannelMapping['ratePlans'][number]) => ({
  value: id,
  disabled: !canBeMapped,
  label: t(canBeMapped ? 'mapping.planFor' : 'mapping.planUnknown', { name, count: occupancy }),
})

/** How many guests a rate is for. */
export const guestsText = (occupancy: number | null): string =>
  occupancy === null ? t('mapping.anyGuests') : t('mapping.guests', { count: occupancy })
