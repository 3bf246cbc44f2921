import { type Alternatives, bedsIn, combinedBeds } from './beds.ts'
import { type FactKind, type Facts, factKinds, noFacts } from './facts.ts'
import type { Spelling } from './spelling.ts'
import { canMean, clausesOf, meaningOf, type Token } from './tokens.ts'
import { plainKinds } from './words/vocabulary.ts'

/** Language, case, accents and clause order do not matter; a rate's word ("weekly") is a plain word. */
export function parseRoomName(name: string, spell?: Spelling): Facts {
  const { facts, ...read } = parse(name, spell)
  const rest = [...facts.rest, ...facts.deal, ...facts.stay, ...facts.base].sort()
  const room = { ...facts, rest, deal: [], stay: [], base: [] }
  return { ...room, ...read, name, key: keyOf(room) }
}

export interface RateFacts extends Facts {
  keyButGuests: string
}

/** A standard rate is the base of the others; a room's words are plain words. */
export function parseRateName(name: string): RateFacts {
  const { facts, ...read } = parse(name)
  const base = facts.grade.includes('standard') ? ['standard rate'] : facts.base
  const grades = facts.grade.filter(grade => grade !== 'standard')
  const rest = [...facts.rest, ...grades, ...facts.feature, ...facts.club, ...facts.view].sort()
  const { board, refund, stay, deal, guests } = facts
  const rate = { ...noFacts(), board, refund, stay, deal, base, rest, beds: [] }
  return { ...rate, guests, ...read, name, key: keyOf({ ...rate, guests }), keyButGuests: keyOf(rate) }
}

type NameFacts = Omit<Facts, 'name' | 'key' | 'words' | 'respelt'>

/** "King Room" and "1 King Bed" are equal. */
const keyOf = (facts: NameFacts): string =>
  JSON.stringify(facts, (name, value: unknown) =>
    name === 'isImplied' || name === 'isDouble' ? undefined : value,
  )

function parse(name: string, spell?: Spelling): { facts: NameFacts } & Pick<Facts, 'words' | 'respelt'> {
  const { clauses, respelt } = clausesOf(name, spell)
  const reading: Reading = { values: new Map(), beds: [] }
  for (const clause of clauses) readClause(clause, reading)
  const words = clauses.flat().filter(tellsRooms).map(canonicalOf)
  return { facts: factsIn(reading), words: [...new Set(words)].sort(), respelt }
}

/** Words of rates, or of nearly every name, tell no rooms apart. */
const tellsRooms = (token: Token): boolean =>
  meaningOf(token, 'type') !== 'room' &&
  meaningOf(token, 'smoking') !== 'non-smoking' &&
  !canMean(token, 'bed word') &&
  !canMean(token, 'board') &&
  !canMean(token, 'refund')

const canonicalOf = (token: Token): string => {
  if (token.number !== undefined) return String(token.number)
  const [value] = [...token.meanings.values()].flat().filter(meaning => meaning !== '')
  return value ?? token.text
}

interface Reading {
  values: Map<FactKind, Set<string>>
  beds: Alternatives[]
}

function readClause(clause: readonly Token[], reading: Reading): void {
  const say = (kind: FactKind, value: string) => {
    const values = reading.values.get(kind) ?? new Set<string>()
    reading.values.set(kind, values.add(value))
  }
  const { beds, left } = bedsIn(clause)
  reading.beds.push(...beds)
  const readers = [readFloor, readRooms, readGuestsAndSize, readView, readBuilding]
  const rest = readers.reduce<readonly Token[]>((tokens, read) => read(tokens, say), left)
  rest.forEach((token, at) => {
    readWord(token, rest[at - 1], say)
  })
}

type Say = (kind: FactKind, value: string) => void
type Reader = (tokens: readonly Token[], say: Say) => readonly Token[]

/** "19th to 25th floors", "2. Etage", "floor 3". */
const readFloor: Reader = (tokens, say) => {
  const at = tokens.findIndex(token => canMean(token, 'floor word'))
  if (at === -1) return tokens
  const isPart = (token: Token | undefined) => token?.number !== undefined || canMean(token, 'range')
  let [from, to] = [at, at + 1]
  while (isPart(tokens[from - 1])) from -= 1
  if (from === at) while (isPart(tokens[to])) to += 1
  const numbers = tokens.slice(from, to).flatMap(token => token.number ?? [])
  if (numbers.length > 0) {
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
    say('floor', low === high ? `floor ${low}` : `floors ${low} to ${high}`)
  } else if (canMean(tokens[at], 'type') || (tokens[at]?.meanings.size ?? 0) > 1) {
    return tokens
  }
  return tokens.toSpliced(from, to - from)
}

/** "2 bedrooms", "3-Zimmer-Wohnung". */
const readRooms: Reader = (tokens, say) => {
  const at = tokens.findIndex((token, position) => {
    const before = tokens[position - 1]
    const isCounted = before?.number !== undefined && !before.isOrdinal
    return isCounted && (canMean(token, 'bedroom word') || canMean(token, 'rooms word'))
  })
  if (at === -1) return tokens
  say(canMean(tokens[at], 'bedroom word') ? 'bedrooms' : 'rooms', String(tokens[at - 1]?.number))
  return tokens.toSpliced(at - 1, 2)
}

/** "for 2 guests", "30 m²". */
const readGuestsAndSize: Reader = (tokens, say) =>
  tokens.filter((token, at) => {
    const kind = measureOf(token)
    const number = tokens[at - 1]?.number ?? (kind === 'guests' ? tokens[at + 1]?.number : undefined)
    if (kind && number !== undefined) say(kind, String(number))
    return !kind && !(token.number !== undefined && isMeasured(tokens, at))
  })

const isMeasured = (tokens: readonly Token[], at: number): boolean =>
  measureOf(tokens[at + 1]) !== undefined ||
  (measureOf(tokens[at - 1]) === 'guests' && tokens[at - 2]?.number === undefined) ||
  (canMean(tokens[at + 1], 'or') &&
    tokens[at + 2]?.number !== undefined &&
    measureOf(tokens[at + 3]) !== undefined)

const measureOf = (token: Token | undefined): 'guests' | 'size' | undefined =>
  canMean(token, 'guest word') ? 'guests' : canMean(token, 'size word') ? 'size' : undefined

/** "lake view", "vue sur le lac", "Blick auf den See"; targets after the word only without any before. */
const readView: Reader = (tokens, say) => {
  const words = tokens.flatMap((token, position) => (canMean(token, 'view word') ? [position] : []))
  const at = words.find(position => tokens[position]?.text !== 'side') ?? words[0]
  if (at === undefined) return tokens
  const isTarget = (token: Token | undefined) => canMean(token, 'view')
  let [from, to] = [at, at + 1]
  while (isTarget(tokens[from - 1]) || (tokens[from - 1]?.text === 'side' && isTarget(tokens[from - 2])))
    from -= 1
  if (from === at) while (isTarget(tokens[to])) to += 1
  const isName =
    from === at && to === at + 1 && isUnknown(tokens[at - 1]) && named.has(tokens[at]?.text ?? '')
  if (isName) from -= 1
  const span = tokens.slice(from, to)
  const targets = span.flatMap(token => meaningOf(token, 'view') ?? (isUnknown(token) ? token.text : []))
  if (targets.length === 0 && tokens[at]?.text === 'side') return tokens
  for (const target of targets.length > 0 ? targets : ['some']) say('view', target)
  if (span.some((token, position) => token.text === 'side' && from + position !== at))
    say('feature', 'partial view')
  return readView(
    tokens.toSpliced(from, to - from).map(token => (token.text === 'side' ? partial : token)),
    say,
  )
}
/** In "strip view" an unknown word names the view. */
const named = new Set(['view', 'views', 'vw', 'blick'])
const isUnknown = (token: Token | undefined): boolean =>
  token !== undefined && token.meanings.size === 0 && token.number === undefined
const partial: Token = { text: 'partial', meanings: new Map([['feature', ['partial view']]]) }

/** "North Tower", "Tower 2", "building B". */
const readBuilding: Reader = (tokens, say) => {
  const at = tokens.findIndex(token => canMean(token, 'building word'))
  if (at === -1) return tokens
  const isName = (token: Token | undefined) =>
    token !== undefined && (token.meanings.size === 0 || token.number !== undefined)
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  const name = isName(after) ? after : isName(before) ? before : undefined
  const [from, to] = name === undefined ? [at, at + 1] : name === after ? [at, at + 2] : [at - 1, at + 1]
  const word = meaningOf(tokens[at], 'building word') ?? ''
  say('building', name ? `${word} ${name.number ?? name.text}` : word)
  return tokens.toSpliced(from, to - from)
}

function readWord(token: Token, before: Token | undefined, say: Say): void {
  if (token.number !== undefined && !token.isOrdinal) {
    // A number that counts nothing is a name: "Room 12".
    say('rest', `${meaningOf(before, 'type') ?? ''}#${token.number}`)
    return
  }
  const kinds = plainKinds.filter(kind => kind !== 'view' && canMean(token, kind))
  for (const kind of kinds) for (const value of token.meanings.get(kind) ?? []) say(kind, value)
  if (kinds.length > 0) return
  const isGrammar = canMean(token, 'or') || canMean(token, 'range') || canMean(token, 'bed word')
  if (!isGrammar) say('rest', meaningOf(token, 'view') ?? meaningOf(token, 'bedroom word') ?? token.text)
}

function factsIn({ values, beds }: Reading): NameFacts {
  const facts = noFacts()
  for (const kind of factKinds) facts[kind] = [...(values.get(kind) ?? [])].sort()
  facts.type = typesIn(facts.type, facts.rest)
  if (facts.type.includes('junior suite')) facts.rest = facts.rest.filter(word => word !== 'junior')
  facts.theme = facts.grade.filter(grade => themes.has(grade))
  facts.grade = facts.grade.filter(grade => !themes.has(grade))
  if (facts['access detail'].length > 0) facts.access = ['accessible']
  return { ...facts, ...combinedBeds(beds, facts.party) }
}

/** "Deluxe Family Room" has a grade and a theme. */
const themes = new Set(['family', 'honeymoon'])

/** A "double room suite" is a suite, a "junior double suite" a junior suite. */
function typesIn(types: readonly string[], rest: readonly string[]): string[] {
  const labels = types.map(type => (type === 'suite' && rest.includes('junior') ? 'junior suite' : type))
  const [isJunior, isAssigned] = [labels.includes('junior suite'), labels.includes('run of house')]
  if (isAssigned) return ['run of house']
  return [...new Set(labels)].filter(
    type => !(type === 'room' && labels.length > 1) && !(type === 'suite' && isJunior),
  )
}
