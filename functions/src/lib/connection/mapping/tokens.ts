import { normalize } from './normalize.ts'
import { asWritten, type Spelling } from './spelling.ts'
import { apart, plainText } from './words/plain-text.ts'
import { type Meanings, phraseAt, splitCompound } from './words/vocabulary.ts'
import type { WordKind } from './words/word-list.ts'

/** A word or phrase of a name with what it can mean; without meanings it is a word that no list knows. */
export interface Token {
  text: string
  meanings: Meanings
  /** Said by a digit, a number word or an ordinal. */
  number?: number
  isOrdinal?: boolean
}

/** The value of a token if it can mean that. */
export const meant = (token: Token | undefined, kind: WordKind): string | undefined =>
  token?.meanings.get(kind)?.[0]

export const can = (token: Token | undefined, kind: WordKind): boolean => token?.meanings.has(kind) ?? false

/** The clauses of a name: their order says nothing, that of the words within them does. */
export function clausesOf(
  name: string,
  spell: Spelling = asWritten,
): { clauses: Token[][]; respelt: string[] } {
  const read = apart(plainText(name))
    .normalize('NFKC')
    .split(/[,;:|()[\]{}•·]|\s[-–—]+\s/u)
    .map(clause => normalize(clause.replace(/[/]/g, ' or ')).split(' '))
    .map(words => spell(words.filter(word => word !== '')))
  return {
    clauses: read
      .map(({ words }) => withDenials(withTwos(tokensOf(words.flatMap(splitCompound)))))
      .filter(tokens => tokens.length > 0),
    respelt: read.flatMap(({ respelt }) => respelt),
  }
}

function tokensOf(words: readonly string[]): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < words.length; ) {
    const match = phraseAt(words, at)
    const length = match?.length ?? 1
    const text = words.slice(at, at + length).join(' ')
    at += length
    const token = { text, meanings: match?.meanings ?? nothing, ...numberOf(text, match?.meanings) }
    if (!isFiller(token, at === words.length)) tokens.push(token)
  }
  return tokens
}

/** What a name can say that a room has not. */
const deniable: readonly WordKind[] = ['view', 'feature', 'access', 'access detail', 'club', 'floor']

/** "without balcony", "not accessible": the word after says the contrary, so that it is nobody's balcony. */
const withDenials = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token, at) => {
    const denied = can(tokens[at - 1], 'without') ? deniedOf(token) : undefined
    return denied ?? (can(token, 'without') && deniedOf(tokens[at + 1]) ? [] : token)
  })

function deniedOf(token: Token | undefined): Token | undefined {
  const kind = deniable.find(one => can(token, one))
  if (!token || !kind) return can(token, 'view word') ? fact('feature', 'no view') : undefined
  const value = meant(token, kind) ?? ''
  return kind.startsWith('access') ? fact('access', `not ${value}`) : fact(kind, `no ${value}`)
}

const fact = (kind: WordKind, value: string): Token => ({ text: value, meanings: new Map([[kind, [value]]]) })

/** "Queen Queen", "King Bed King Bed": two of them. */
function withTwos(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token, first) => {
    const kind = meant(token, 'bed')
    return kind !== undefined && meant(tokens[afterBed(tokens, first)], 'bed') === kind
  })
  if (at === -1 || tokens[at - 1]?.number !== undefined) return tokens
  const second = afterBed(tokens, at)
  return tokens.toSpliced(second, afterBed(tokens, second) - second).toSpliced(at, 0, two)
}

const two: Token = { text: '2', meanings: new Map(), number: 2 }
const afterBed = (tokens: readonly Token[], at: number): number =>
  at + (can(tokens[at + 1], 'bed word') ? 2 : 1)

const nothing: Meanings = new Map()

/** A single letter at the end of a clause is a name ("Villa A"), elsewhere a word like "a" or "e". */
const isFiller = ({ text, meanings }: Token, isLast: boolean): boolean =>
  meanings.has('filler') && !meanings.has('guest word') && !(isLast && text.length === 1)

function numberOf(text: string, meanings: Meanings | undefined): Pick<Token, 'number' | 'isOrdinal'> {
  const digits = /^(\d{1,4})(st|nd|rd|th|e|er|ere|eme|a|o)?$/.exec(text)
  if (digits) return { number: Number(digits[1]), isOrdinal: digits[2] !== undefined }
  const word = meanings?.get('number')?.[0]
  if (word === undefined) return {}
  return { number: Number(word.replace('floor ', '')), isOrdinal: word.startsWith('floor ') }
}
