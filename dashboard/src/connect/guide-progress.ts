import * as z from 'zod'

/** The specification's eight steps, then the form. */
export const guideSteps = [
  'introduction',
  'logIn',
  'copyCode',
  'openProvider',
  'searchName',
  'confirm',
  'agreement',
  'wait',
  'property',
] as const

const stored = z.object({
  step: z.enum(guideSteps).catch('introduction'),
  name: z.string().catch(''),
  hotelId: z.string().catch(''),
  listingUrl: z.string().catch(''),
  paymentId: z.string().catch(''),
})
export type GuideProgress = z.infer<typeof stored>

const beginning: GuideProgress = {
  step: 'introduction',
  name: '',
  hotelId: '',
  listingUrl: '',
  paymentId: '',
}

const keyOf = (uid: string, propertyId: string, ota: string): string => `connect/${uid}/${propertyId}/${ota}`

/** How far somebody has come with a property, kept while the dialog is closed. Works without storage, too. */
export function guideMemory(uid: string, propertyId: string, ota: string) {
  const key = keyOf(uid, propertyId, ota)
  return {
    read(): GuideProgress {
      try {
        return stored.safeParse(JSON.parse(localStorage.getItem(key) ?? '')).data ?? beginning
      } catch {
        return beginning
      }
    },
    write(progress: GuideProgress): void {
      try {
        localStorage.setItem(key, JSON.stringify(progress))
      } catch {}
    },
    clear(): void {
      try {
        localStorage.removeItem(key)
      } catch {}
    },
  }
}
