/** What a word of a name can be about: first what is a fact by itself, then what only takes part in the grammar. */
export const wordKinds = [
  'type',
  'grade',
  'party',
  'bed',
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
  'filler',
  'compound tail',
] as const
export type WordKind = (typeof wordKinds)[number]

/** By kind, what is meant (in English, as the reasons say it) and the phrases that mean it, separated by commas. */
export type WordList = Partial<Record<WordKind, Record<string, string>>>
