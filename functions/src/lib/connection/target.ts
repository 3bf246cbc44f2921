import type { OtaName } from './otas.ts'

/** A property and an OTA: at most one attempt and one channel exist for each pair. */
export interface Target {
  propertyId: string
  ota: OtaName
}
