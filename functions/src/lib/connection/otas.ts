import { booking } from './otas/booking.ts'
import type { Ota } from './otas/ota.ts'

export type { Ota } from './otas/ota.ts'

export const otaNames = ['booking'] as const
export type OtaName = (typeof otaNames)[number]

export const otas: Readonly<Record<OtaName, Ota>> = { booking }

export const stepsInExtranet = (ota: OtaName): string[] =>
  otas[ota].guide.filter(step => step !== 'introduction' && step !== 'property')
