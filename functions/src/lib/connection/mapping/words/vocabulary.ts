import { normalize } from '../normalize.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { readWords, type WordKind, type WordList, wordKinds } from './word-list.ts'

/** What a phrase means. It can mean several things, in one language or in several: the grammar chooses. */
export type Meanings = ReadonlyMap<WordKind, readonly string[]>

const phrases = new Map<string, Map<WordKind, string[]>>()
for (const { kind, meaning, phrase } of [en, de, fr, es, it].flatMap(wordsOf)) add(phrase, kind, meaning)
/** What a canonical value is called is a phrase for it, too. */
for (const { kind, meaning } of wordsOf(en))
  if (kind === 'grade' || kind === 'party') add(meaning, kind, meaning)

function wordsOf(list: WordList) {
  return wordKinds.flatMap(kind => {
    const text = list[kind]
    const words = text === undefined ? [] : readWords(kind, text)
    return words.map(({ meaning, phrase }) => ({ kind, meaning, phrase: normalize(phrase) }))
  })
}

function add(phrase: string, kind: WordKind, value: string): void {
  const meanings = phrases.get(phrase) ?? new Map<WordKind, string[]>()
  phrases.set(phrase, meanings)
  meanings.set(kind, [...new Set([...(meanings.get(kind) ?? []), value])])
}

const longest = Math.max(...[...phrases.keys()].map(phrase => phrase.split(' ').length))

/** The longest phrase that begins at this token. */
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

/** Some list has it, alone or in a phrase. */
const single = new Set([...phrases.keys()].flatMap(phrase => phrase.split(' ')))
/** English ones, which misspelt words are read as. */
export const knownWords: readonly string[] = [
  ...new Set(wordsOf(en).flatMap(({ phrase }) => phrase.split(' '))),
]
export const isKnown = (word: string): boolean => single.has(word)

const tails = [...phrases].filter(([, meanings]) => meanings.has('compound tail')).map(([tail]) => tail)

/** What English names write together with the word before: "gardenview", "kingbed". */
const joinedTails = 'view views bed beds room suite villa floor smoking access apartment'.split(' ')

/** A compound as its parts, if it is one of words known here: "gartenblick" as "garten", "blick". */
export function splitCompound(token: string): string[] {
  if (phrases.has(token)) return [token]
  for (const tail of joinedTails) {
    const head = token.slice(0, -tail.length)
    if (token.endsWith(tail) && head.length > 2 && phrases.has(head)) return [head, tail]
  }
  for (const tail of tails) {
    const head = token.slice(0, -tail.length)
    if (!token.endsWith(tail) || head.length < 2) continue
    const known = [head, head.replace(/s$/, '')].find(one => phrases.has(one))
    if (known) return [known, tail]
    if (tail === 'zimmer' || tail === 'blick') return [head, tail]
  }
  return [token]
}
