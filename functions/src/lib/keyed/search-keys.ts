const longestKey = 24
const mostWords = 8

/** Without case and accents. */
export const wordsIn = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const lettersOf = (word: string): string[] => Array.from(word).slice(0, longestKey)

export const beginningsOf = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    texts
      .flatMap(text => wordsIn(text ?? ''))
      .map(lettersOf)
      .flatMap(letters => letters.map((_, at) => letters.slice(0, at + 1).join(''))),
  ),
]

const marker = '='

const facetKey = (facets: readonly string[]): string => `${marker}${facets.toSorted().join('&')}`

/** Every combination is one key. */
export function choicesOf(facets: readonly string[]): string[] {
  let chosen: string[][] = [[]]
  for (const facet of facets) chosen = chosen.flatMap(some => [some, [...some, facet]])
  return chosen.filter(some => some.length > 0).map(facetKey)
}

/** The longest word finds the fewest, so the index serves it. */
export function keysSought(text: string | undefined, facets: readonly string[]): string[] {
  const words = wordsIn(text ?? '')
    .slice(0, mostWords)
    .map(word => lettersOf(word).join(''))
    .toSorted((a, b) => b.length - a.length)
  return [...new Set(words), ...(facets.length > 0 ? [facetKey(facets)] : [])]
}

export const isInVain = (text: string | undefined): boolean =>
  text !== undefined && wordsIn(text).length === 0

export const hasAll = (keys: readonly string[], sought: readonly string[]): boolean =>
  sought.every(key => keys.includes(key))
