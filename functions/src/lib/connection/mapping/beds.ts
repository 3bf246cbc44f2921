import type { Bed } from './facts.ts'
import { canMean, meaningOf, type Token } from './tokens.ts'

/** Numbers of people that name a bed: "double bed", "2 singles". */
const bedOfParty: Readonly<Record<string, string>> = { single: 'single', double: 'double', twin: 'single' }

export type Alternatives = Bed[][]

/** "1 king bed", "2 lits simples", "two queen", "king or queen". */
export function bedsIn(clause: readonly Token[]): { beds: Alternatives[]; left: Token[] } {
  const beds: Alternatives[] = []
  const left: Token[] = []
  let last = -1
  for (let at = 0; at < clause.length; ) {
    const isAlternative = canMean(clause[at - 1], 'or') && last === at - 1
    const mention = mentionAt(clause, at) ?? partyAsBed(clause, at, isAlternative)
    const token = clause[at]
    if (mention) {
      const previous = beds.at(-1)
      const twice = previous?.at(-1)?.find(bed => bed.kind === mention.bed.kind && bed.isImplied)
      // "Queen/Queen" has two queens.
      if (isAlternative && twice) Object.assign(twice, { count: 2, isImplied: false })
      else if (isAlternative && previous) previous.push([mention.bed])
      else beds.push([[mention.bed]])
      last = at + mention.length
    } else if (token) left.push(token)
    at += mention?.length ?? 1
  }
  return { beds, left }
}

interface Mention {
  bed: Bed
  length: number
}

function mentionAt(clause: readonly Token[], from: number): Mention | undefined {
  let at = from
  const first = clause[at]
  const count = first?.number !== undefined && !first.isOrdinal ? first.number : undefined
  if (count !== undefined) at += 1
  const isWordFirst = canMean(clause[at], 'bed word')
  if (isWordFirst) at += 1
  const token = clause[at]
  const bed = meaningOf(token, 'bed')
  const party = meaningOf(token, 'party')
  if (count === undefined && party === 'double' && isPair(clause[at + 1])) return pairAt(clause, from)
  const kind = bed ?? bedOfParty[party ?? '']
  if (kind === undefined) {
    const isAny = isWordFirst && count !== undefined
    return isAny ? { bed: { kind: 'any', count, isImplied: false }, length: 2 } : undefined
  }
  at += 1
  const isWordAfter = !isWordFirst && canMean(clause[at], 'bed word')
  if (isWordAfter) at += 1
  if (bed === undefined && count === undefined && !isWordFirst && !isWordAfter) return undefined
  return { bed: bedOf(kind, count, party, clause.slice(from, at)), length: at - from }
}

/** An American "double queen" is two beds, a wholesaler's "double queen bed" one. */
const isPair = (token: Token | undefined): boolean =>
  meaningOf(token, 'bed') === 'queen' || (meaningOf(token, 'party') === 'double' && !canMean(token, 'type'))

function pairAt(clause: readonly Token[], from: number): Mention {
  const kind = meaningOf(clause[from + 1], 'bed') ?? 'double'
  const word = [clause[from + 1], clause[from + 2]].find(
    token => canMean(token, 'bed word') || / size/.test(token?.text ?? ''),
  )
  const count = word && !plurals.has(word.text) ? 1 : 2
  const length = canMean(clause[from + 2], 'bed word') ? 3 : 2
  return { bed: { kind, count, isImplied: true, isDouble: true }, length }
}

/** In "king or twin" the twin means beds. */
function partyAsBed(clause: readonly Token[], at: number, isAlternative: boolean): Mention | undefined {
  const party = meaningOf(clause[at], 'party')
  const kind = bedOfParty[party ?? '']
  const isFirst = canMean(clause[at + 1], 'or') && mentionAt(clause, at + 2) !== undefined
  if (kind === undefined || !(isAlternative || isFirst)) return undefined
  return { bed: bedOf(kind, undefined, party, []), length: 1 }
}

function bedOf(
  kind: string,
  count: number | undefined,
  party: string | undefined,
  tokens: readonly Token[],
): Bed {
  if (count !== undefined) return { kind, count, isImplied: false }
  if (party === 'twin') return { kind, count: 2, isImplied: false }
  const isPlural = tokens.some(token => plurals.has(token.text))
  return { kind, count: isPlural ? null : 1, isImplied: true }
}
const plurals = new Set(['beds', 'betten', 'lits', 'camas', 'letti', 'kings', 'queens'])

const extras = new Set(['sofa', 'murphy'])
export const mainBeds = (beds: readonly Bed[]): Bed[] => beds.filter(bed => !extras.has(bed.kind))

export function combinedBeds(
  mentions: readonly Alternatives[],
  party: readonly string[],
): { beds: Bed[][]; party: string[] } {
  const all = mentions.reduce<Bed[][]>(
    (beds, alternatives) =>
      distinct(beds.flatMap(one => alternatives.map(other => merge(one, other)))).slice(0, mostAlternatives),
    [[]],
  )
  const isTwin =
    party.includes('double') && all.some(beds => beds.some(bed => bed.kind === 'any' && bed.count === 2))
  const texts = new Map(
    all
      // "2 beds" counts only without a named bed.
      .map(beds => beds.filter(bed => bed.kind !== 'any'))
      .filter(beds => beds.length > 0)
      .map(beds => beds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)))
      .map(beds => [JSON.stringify(beds), beds] as const),
  )
  const beds = [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  // A "double room with 2 beds" is a twin.
  return { beds, party: isTwin && beds.length === 0 ? ['twin'] : [...party] }
}

/** No real room has more. */
const mostAlternatives = 64

const distinct = (all: readonly Bed[][]): Bed[][] => [
  ...new Map(all.map(beds => [JSON.stringify(beds), beds])).values(),
]

/** Repeated kinds are the same beds: "Queen Room with Two Queen Beds". */
function merge(one: readonly Bed[], other: readonly Bed[]): Bed[] {
  const kinds = Map.groupBy([...one, ...other], bed => bed.kind)
  return [...kinds.values()].flatMap(same => same.toSorted((a, b) => weight(b) - weight(a)).slice(0, 1))
}
const weight = (bed: Bed): number => (bed.isImplied ? 0 : 100) + (bed.count ?? 0)
