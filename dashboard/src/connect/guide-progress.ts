import { guideSteps } from '@functions/lib/connection/otas/ota.ts'
import * as z from 'zod'
import { memoryAt } from '../connection/memory-at.ts'

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
 * The step at which the guide opens: the stored one; else the last for a user who knows the way, or if the property ID
 * is known already. Pure.
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
export const wayMemory = (uid: string) => memoryAt(`connect/${uid}/knows-the-way`, z.boolean().catch(false))

/** How far somebody has come with a property, kept while the dialog is closed. */
export const guideMemory = (uid: string, propertyId: string, ota: string) =>
  memoryAt(`connect/${uid}/${propertyId}/${ota}`, stored.catch(beginning))
