/** What is a fact by itself, wherever it stands in a name. */
export const plainKinds = [
  'type',
  'grade',
  'party',
  'rooms',
  'view',
  'floor',
  'building',
  'access',
  'access detail',
  'smoking',
  'club',
  'feature',
  'board',
  'refund',
  'stay',
  'deal',
  'base',
] as const

/** What a word of a name can be about: what is a fact by itself, and what only takes part in the grammar. */
export const wordKinds = [
  ...plainKinds,
  'bed',
  'number',
  'bed word',
  'bedroom word',
  'rooms word',
  'view word',
  'floor word',
  'building word',
  'guest word',
  'size word',
  'range',
  'or',
  'without',
  'filler',
  'compound tail',
] as const
export type WordKind = (typeof wordKinds)[number]

/** Their phrases mean nothing by themselves. */
const meaningless: ReadonlySet<WordKind> = new Set(['filler', 'compound tail'])

/**
 * The words of a language. By kind, what is meant (in English, as the reasons say it) and the phrases that mean it:
 * `meaning: phrase, phrase; meaning: phrase`. Fillers and compound tails are phrases alone.
 */
export type WordList = Partial<Record<WordKind, string>>

/** Every phrase of one kind with its meaning. Throws when a meaning or a phrase is missing. */
export function readWords(kind: WordKind, text: string): { meaning: string; phrase: string }[] {
  const entries = meaningless.has(kind) ? [['', text]] : text.split(';').map(entry => entry.split(':'))
  return entries.flatMap(([meaning = '', phrases = '', ...more]) =>
    phrases.split(',').map(part => {
      const word = { meaning: meaning.trim(), phrase: part.trim() }
      const isWhole = word.phrase !== '' && more.length === 0 && !/[;:]/.test(word.phrase)
      if (isWhole && (word.meaning !== '' || meaningless.has(kind))) return word
      throw new Error(`the words for "${kind}" cannot be read at "${meaning}: ${phrases}"`)
    }),
  )
}
