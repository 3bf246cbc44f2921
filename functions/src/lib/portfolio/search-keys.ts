/** Longer beginnings of words are not told apart by the index, nor needed. */
const longestKey = 24
/** So many words of a text are looked for. */
const mostWords = 8

/** The words of a text, without case, accents and whatever is neither letter nor digit. */
export const wordsIn = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/** As texts are compared and sorted. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** As much of a word as is told apart: its first letters, none of them cut. */
const lettersOf = (word: string): string[] => Array.from(word).slice(0, longestKey)

/** Every beginning of every word. */
export const beginningsOf = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    texts
      .flatMap(text => wordsIn(text ?? ''))
      .map(lettersOf)
      .flatMap(letters => letters.map((_, at) => letters.slice(0, at + 1).join(''))),
  ),
]

const marker = '='

/** The key of these facets together. No word has its marker. */
const facetKey = (facets: readonly string[]): string => `${marker}${facets.toSorted().join('&')}`

/** A key for each choice among the facets of a thing, so that any choice of filters is one key. */
export function choicesOf(facets: readonly string[]): string[] {
  let chosen: string[][] = [[]]
  for (const facet of facets) chosen = chosen.flatMap(some => [some, [...some, facet]])
  return chosen.filter(some => some.length > 0).map(facetKey)
}

/** What somebody looks for: all of these keys. The first finds the fewest, and is what the index is asked for. */
export function keysSought(text: string | undefined, facets: readonly string[]): string[] {
  const words = wordsIn(text ?? '')
    .slice(0, mostWords)
    .map(word => lettersOf(word).join(''))
    .toSorted((a, b) => b.length - a.length)
  return [...new Set(words), ...(facets.length > 0 ? [facetKey(facets)] : [])]
}

/** Whether it is looked for something that nothing can have. */
export const isInVain = (text: string | undefined): boolean =>
  text !== undefined && wordsIn(text).length === 0

export const hasAll = (keys: readonly string[], sought: readonly string[]): boolean =>
  sought.every(key => keys.includes(key))
