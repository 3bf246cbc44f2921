import { apart, normalize, plainText } from './words/plain-text.ts'
import { isKnown, wordList } from './words/vocabulary.ts'

export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  return text => {
    const value = cache.get(text) ?? compute(text)
    cache.set(text, value)
    return value
  }
}

export type Spelling = (words: readonly string[]) => { words: string[]; respelt: string[] }

export const asWritten: Spelling = words => ({ words: [...words], respelt: [] })

const wordsOf = (name: string): string[] =>
  normalize(apart(plainText(name)))
    .split(' ')
    .filter(word => word !== '')

/** Shorter words are too alike. */
const shortestJoined = 6
const shortestMisspelt = 6
/** From this length, words may have two mistakes. */
const longEnoughForTwo = 9

/** Joins "hill side" if "hillside" occurs; an unlisted word becomes the one that it misspells. `names` are right. */
export function spellingOf(names: readonly string[], others: readonly string[] = []): Spelling {
  const right = new Set(names.flatMap(wordsOf))
  const together = new Set([...right, ...others.flatMap(wordsOf)])
  const long = [...new Set([...right, ...wordList])].filter(
    word => word.length >= shortestMisspelt && !/\d/.test(word),
  )
  const corrected = remembered(word =>
    right.has(word) || isKnown(word) ? word : (nearestTo(word, long) ?? word),
  )
  return words => {
    const written = joined(words, together)
    const read = written.map(corrected)
    const respelt = written.flatMap((word, at) => (read[at] === word ? [] : [`${word} → ${read[at]}`]))
    return { words: read, respelt }
  }
}

function joined(words: readonly string[], together: ReadonlySet<string>): string[] {
  const all: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', next = ''] = [words[at], words[at + 1]]
    const one = `${word}${next}`
    const isOne = next !== '' && one.length >= shortestJoined && together.has(one)
    all.push(isOne ? one : word)
    if (isOne) at += 1
  }
  return all
}

function nearestTo(word: string, words: readonly string[]): string | undefined {
  if (word.length < shortestMisspelt || /\d/.test(word)) return undefined
  const most = word.length >= longEnoughForTwo ? 2 : 1
  const near = words.filter(other => other[0] === word[0] && distance(word, other) <= most)
  return near.length === 1 ? near[0] : undefined
}

/** Letters missing, added, replaced or swapped; 3: more than two. */
export function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const cost = one[at - 1] === other[to - 1] ? 0 : 1
      const plain = Math.min(
        (rows[at - 1]?.[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (rows[at - 1]?.[to - 1] ?? 0) + cost,
      )
      const isExchanged = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      row.push(isExchanged ? Math.min(plain, (rows[at - 2]?.[to - 2] ?? plain) + 1) : plain)
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 3
}
