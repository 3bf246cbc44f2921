import type { Facts } from './facts.ts'

/** How much two names share, each word weighed by how rare it is among our names. */
export interface WordShare {
  /** Of what theirs says in words that our names have. */
  'shared of theirs': number
  'shared of ours': number
  /** 1 where all words are the same. */
  'same words': number
}

const nothing: WordShare = { 'shared of theirs': 0, 'shared of ours': 0, 'same words': 0 }

export function wordShares(
  theirs: readonly Facts[],
  ours: readonly Facts[],
): (row: number, column: number) => WordShare {
  const counts = new Map<string, number>()
  for (const { words } of ours) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = (word: string) => 0.05 + Math.log((ours.length + 1) / (counts.get(word) ?? ours.length + 1))
  const [rows, columns] = [theirs, ours].map(names =>
    names.map(({ words }) => {
      const known = words.filter(word => counts.has(word))
      const sum = known.reduce((total, word) => total + rarity(word), 0)
      return { words: known, of: new Set(known), sum, isAll: known.length === words.length }
    }),
  )
  return (row, column) => {
    const [one, other] = [rows?.[row], columns?.[column]]
    if (!one || !other) return nothing
    let [shared, number] = [0, 0]
    for (const word of one.words)
      if (other.of.has(word)) {
        shared += rarity(word)
        number += 1
      }
    const isSame = one.isAll && number === one.words.length && number === other.words.length
    return {
      'shared of theirs': one.sum > 0 ? shared / one.sum : 0,
      'shared of ours': other.sum > 0 ? shared / other.sum : 0,
      'same words': isSame ? 1 : 0,
    }
  }
}
