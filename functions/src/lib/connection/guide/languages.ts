/** Of the template `guide-step`. */
export const guideLanguages = ['en', 'de', 'es', 'fr', 'it'] as const
export type GuideLanguage = (typeof guideLanguages)[number]

/** English for a missing or other tag. */
export function languageOf(tag: string | null | undefined): GuideLanguage {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0]
  return guideLanguages.find(language => language === primary) ?? 'en'
}
