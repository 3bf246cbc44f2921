import type { GuideStep, OtaById } from '@functions/lib/connection/otas/ota.ts'
import { type Ota, otas } from '@functions/lib/connection/otas.ts'

const rows = new Map<string, Ota>(Object.entries(otas))

function byId(ota: string): OtaById | undefined {
  const row = rows.get(ota)
  return row?.by === 'id' ? row : undefined
}

/** What people call an OTA; one that is not known yet goes by its code. */
export const otaLabel = (ota: string): string => rows.get(ota)?.label ?? ota

/** Whether properties can be connected to it. */
export const canBeConnected = (ota: string): boolean => rows.has(ota)

/** The address where landlords manage their property at an OTA; undefined where it is not known. */
export const extranetOf = (ota: string): string | undefined => byId(ota)?.extranet

/** Whether it looks like a property ID of that OTA. */
export const isHotelId = (ota: string, value: string): boolean => byId(ota)?.hotelId.test(value) ?? false

/** What such an ID looks like, in a sentence. */
export const hotelIdHint = (ota: string): string => byId(ota)?.hotelIdHint ?? ''

/** What is done there before it can be connected, and connecting itself at the end. */
export const guideOf = (ota: string): readonly GuideStep[] => byId(ota)?.guide ?? ['property']
