import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import { normalize } from './plain-text.ts'

/** Facts anywhere in a name. */
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

/** The further kinds are grammar only. */
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

/** By kind, then by English meaning, as reasons show it. */
type WordList = Partial<Record<WordKind, Readonly<Record<string, string>>>>

export type Meanings = ReadonlyMap<WordKind, readonly string[]>

const phrases = new Map<string, Map<WordKind, string[]>>()
for (const { kind, meaning, phrase } of [en, de, fr, es, it].flatMap(wordsOf)) add(phrase, kind, meaning)
for (const { kind, meaning } of wordsOf(en))
  if (kind === 'grade' || kind === 'party') add(meaning, kind, meaning)

function wordsOf(list: WordList) {
  return wordKinds.flatMap(kind =>
    Object.entries(list[kind] ?? {}).flatMap(([meaning, text]) =>
      text.split(',').map(phrase => ({ kind, meaning, phrase: normalize(phrase) })),
    ),
  )
}

function add(phrase: string, kind: WordKind, value: string): void {
  const meanings = phrases.get(phrase) ?? new Map<WordKind, string[]>()
  phrases.set(phrase, meanings)
  meanings.set(kind, [...new Set([...(meanings.get(kind) ?? []), value])])
}

const longest = Math.max(...[...phrases.keys()].map(phrase => phrase.split(' ').length))

export function phraseAt(
  tokens: readonly string[],
  from: number,
): { length: number; meanings: Meanings } | undefined {
  for (let length = Math.min(longest, tokens.length - from); length > 0; length -= 1) {
    const meanings = phrases.get(tokens.slice(from, from + length).join(' '))
    if (meanings) return { length, meanings }
  }
  return undefined
}

const single = new Set([...phrases.keys()].flatMap(phrase => phrase.split(' ')))
/** Targets of spelling correction. */
export const wordList: readonly string[] = [
  ...new Set(wordsOf(en).flatMap(({ phrase }) => phrase.split(' '))),
]
export const isKnown = (word: string): boolean => single.has(word)

const tails = [...phrases].filter(([, meanings]) => meanings.has('compound tail')).map(([tail]) => tail)

/** English joins these to the word before: "gardenview", "kingbed". */
const joinedTails = 'view views bed beds room suite villa floor smoking access apartment'.split(' ')

/** "Gartenblick" is "garten" and "blick". */
export function splitCompound(token: string): string[] {
  if (phrases.has(token)) return [token]
  for (const tail of joinedTails) {
    const head = token.slice(0, -tail.length)
    if (token.endsWith(tail) && head.length > 2 && phrases.has(head)) return [head, tail]
  }
  for (const tail of tails) {
    const head = token.slice(0, -tail.length)
    if (!token.endsWith(tail) || head.length < 2) continue
    const stem = [head, head.replace(/s$/, '')].find(one => phrases.has(one))
    if (stem) return [stem, tail]
    if (tail === 'zimmer' || tail === 'blick') return [head, tail]
  }
  return [token]
}
