import { guideSteps } from '@functions/lib/connection/otas/ota.ts'
import * as z from 'zod'
import { valueAt } from '../connection/value-at.ts'
import { forget, keep } from '../storage.ts'

const stored = z.object({
  step: z.enum(guideSteps).catch('introduction'),
  name: z.string().catch(''),
  hotelId: z.string().catch(''),
  listingUrl: z.string().catch(''),
})
type StoredProgress = z.infer<typeof stored>
export type GuideProgress = StoredProgress & { paymentId: string }

const beginning: StoredProgress = { step: 'introduction', name: '', hotelId: '', listingUrl: '' }

const isBegun = ({ step, hotelId }: StoredProgress): boolean => step !== 'introduction' || hotelId !== ''

/**
 * Where the guide opens: with what was kept, else at its end for who knows the way and with a property ID that is known
 * already. Pure.
 */
export function openingAt(
  progress: StoredProgress,
  propertyCode: string | undefined,
  knowsTheWay = false,
): StoredProgress {
  if (isBegun(progress) || !(knowsTheWay || propertyCode !== undefined)) return progress
  return { ...progress, step: 'property', hotelId: propertyCode ?? '' }
}

/** Whether somebody went straight to the property ID last. */
export function wayMemory(uid: string) {
  const key = `connect/${uid}/knows-the-way`
  return {
    read: (): boolean => valueAt(key, z.literal(true)) ?? false,
    write: (knows: boolean): void => (knows ? keep(key, true) : forget(key)),
  }
}

/** How far somebody has come with a property, kept while the dialog is closed. */
export function guideMemory(uid: string, propertyId: string, ota: string) {
  const key = `connect/${uid}/${propertyId}/${ota}`
  return {
    read: (): StoredProgress => valueAt(key, stored) ?? beginning,
    write: (progress: StoredProgress): void => keep(key, progress),
    clear: (): void => forget(key),
  }
}
