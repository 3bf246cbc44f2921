/** Languages of the template `guide-step`. */
export const guideLanguages = ['en', 'de', 'es', 'fr', 'it'] as const
export type GuideLanguage = (typeof guideLanguages)[number]

/** The language of a stored tag such as `de-AT`; English without a tag, or for another language. Pure. */
export function languageOf(tag: string | null | undefined): GuideLanguage {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0]
  return guideLanguages.find(language => language === primary) ?? 'en'
}
