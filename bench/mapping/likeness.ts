import { ratio, token_set_ratio, token_sort_ratio } from 'fuzzball'
import type { Similarity } from './windows.ts'

const each =
  (similarity: (one: string, other: string) => number): Similarity =>
  (title, names) =>
    names.map(name => similarity(title, name))

/** The engine's rivals: likeness of strings, and of words weighed by how rare they are in the hotel. */
export const likenesses: Readonly<Record<string, Similarity>> = {
  'token-sort ratio': each((one, other) => token_sort_ratio(one, other)),
  'token-set ratio': each((one, other) => token_set_ratio(one, other)),
  'plain ratio': each((one, other) => ratio(one, other)),
  'TF-IDF cosine': cosine,
}

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Each name is a document; its words weigh by how often they stand in it and how few of the names have them. */
function cosine(title: string, names: readonly string[]): number[] {
  const documents = names.map(wordsOf)
  const rarity = (word: string) =>
    1 + Math.log((names.length + 1) / (documents.filter(words => words.includes(word)).length + 1))
  const vectorOf = (words: readonly string[]) =>
    new Map(
      [...Map.groupBy(words, word => word)].map(([word, all]) => [word, all.length * rarity(word)] as const),
    )
  const lengthOf = (vector: ReadonlyMap<string, number>) => Math.hypot(...vector.values())
  const target = vectorOf(wordsOf(title))
  return documents.map(words => {
    const vector = vectorOf(words)
    const shared = [...target].reduce((sum, [word, value]) => sum + value * (vector.get(word) ?? 0), 0)
    return shared / (lengthOf(target) * lengthOf(vector) || 1)
  })
}
