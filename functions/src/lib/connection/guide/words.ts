/** Those that the word lists of room names have, too. */
export const guideLanguages = ['en', 'de', 'es', 'fr', 'it'] as const
export type GuideLanguage = (typeof guideLanguages)[number]

/** What an e-mail says of a step, with `{property}`, `{ota}` and `{channelManager}`. */
interface StepWords {
  title: string
  task: string
  /** How one knows that it is done, or why it is needed. */
  hint: string
}
export type StepLetters = Readonly<Record<GuideLanguage, StepWords>>

/** The language of a stored tag such as `de-AT`; English for none, or one that we do not write. Pure. */
export function languageOf(tag: string | null | undefined): GuideLanguage {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0]
  return guideLanguages.find(language => language === primary) ?? 'en'
}
