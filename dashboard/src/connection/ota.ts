import { sites } from '@functions/lib/chat/channels/ota-sites.ts'
import type { GuideStep } from '@functions/lib/connection/otas/ota.ts'
import { type Ota, otaNames, otas } from '@functions/lib/connection/otas.ts'

const rows = new Map<string, Ota>(Object.entries(otas))

/** The name that people use; an OTA without a row goes by its code. */
export const otaLabel = (ota: string): string => rows.get(ota)?.label ?? sites[ota]?.label ?? ota

export const canBeConnected = (ota: string): boolean => rows.has(ota)

/** The address where landlords manage their property at an OTA; undefined where it is not known. */
export const extranetOf = (ota: string): string | undefined => rows.get(ota)?.extranet

export const isHotelId = (ota: string, value: string): boolean => rows.get(ota)?.hotelId.test(value) ?? false

/** A sentence about the form of the ID. */
export const hotelIdHint = (ota: string): string => rows.get(ota)?.hotelIdHint ?? ''

/** The last step is connecting itself. */
export const guideOf = (ota: string): readonly GuideStep[] => rows.get(ota)?.guide ?? ['property']

/** Choices of a select: OTAs that can be connected. */
export const otaOptions = otaNames.map(value => ({ value, label: otaLabel(value) }))
