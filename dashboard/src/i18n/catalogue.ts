import i18next from 'i18next'

/** A catalogue of the same texts in any language. */
export type Catalogue<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Catalogue<Texts[Key]>
}

/** The namespace in which i18next has all texts. */
export const namespace = 'translation'

/** Adds the texts of one part, by language. */
export function addTexts<Texts>(catalogues: Record<string, Catalogue<Texts>>): void {
  for (const [language, texts] of Object.entries(catalogues))
    i18next.addResourceBundle(language, namespace, texts, true)
}
