import { asWritten, type Spelling } from './spelling.ts'
import { apart, normalize, plainText } from './words/plain-text.ts'
import { type Meanings, phraseAt, splitCompound, type WordKind } from './words/vocabulary.ts'

export interface Token {
  text: string
  meanings: Meanings
  /** From a digit, number word or ordinal. */
  number?: number
  isOrdinal?: boolean
}

export const meaningOf = (token: Token | undefined, kind: WordKind): string | undefined =>
  token?.meanings.get(kind)?.[0]

export const canMean = (token: Token | undefined, kind: WordKind): boolean =>
  token?.meanings.has(kind) ?? false

/** Word order counts within a clause only. */
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

const deniable: readonly WordKind[] = ['view', 'feature', 'access', 'access detail', 'club', 'floor']

/** "Without balcony", "not accessible". */
const withDenials = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token, at) => {
    const denied = canMean(tokens[at - 1], 'without') ? deniedOf(token) : undefined
    return denied ?? (canMean(token, 'without') && deniedOf(tokens[at + 1]) ? [] : token)
  })

function deniedOf(token: Token | undefined): Token | undefined {
  const kind = deniable.find(one => canMean(token, one))
  if (!token || !kind) return canMean(token, 'view word') ? fact('feature', 'no view') : undefined
  const value = meaningOf(token, kind) ?? ''
  return kind.startsWith('access') ? fact('access', `not ${value}`) : fact(kind, `no ${value}`)
}

const fact = (kind: WordKind, value: string): Token => ({ text: value, meanings: new Map([[kind, [value]]]) })

/** "Queen Queen", "King Bed King Bed" are two beds. */
function withTwos(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token, first) => {
    const kind = meaningOf(token, 'bed')
    return kind !== undefined && meaningOf(tokens[afterBed(tokens, first)], 'bed') === kind
  })
  if (at === -1 || tokens[at - 1]?.number !== undefined) return tokens
  const second = afterBed(tokens, at)
  return tokens.toSpliced(second, afterBed(tokens, second) - second).toSpliced(at, 0, two)
}

const two: Token = { text: '2', meanings: new Map(), number: 2 }
const afterBed = (tokens: readonly Token[], at: number): number =>
  at + (canMean(tokens[at + 1], 'bed word') ? 2 : 1)

const nothing: Meanings = new Map()

/** A single letter is a name at a clause's end ("Villa A"), else a word like "a". */
const isFiller = ({ text, meanings }: Token, isLast: boolean): boolean =>
  meanings.has('filler') && !meanings.has('guest word') && !(isLast && text.length === 1)

function numberOf(text: string, meanings: Meanings | undefined): Pick<Token, 'number' | 'isOrdinal'> {
  const digits = /^(\d{1,4})(st|nd|rd|th|e|er|ere|eme|a|o)?$/.exec(text)
  if (digits) return { number: Number(digits[1]), isOrdinal: digits[2] !== undefined }
  const word = meanings?.get('number')?.[0]
  if (word === undefined) return {}
  return { number: Number(word.replace('floor ', '')), isOrdinal: word.startsWith('floor ') }
}
