import type { Facts } from './facts.ts'
import type { House, Outcome } from './outcomes.ts'

export interface Aspect {
  name: string
  values: (facts: Facts) => readonly string[]
  compare: (theirs: Facts, own: Facts, house: House) => Outcome | undefined
  say: (facts: Facts) => string
  /** Names often lack it, so silence is no doubt. */
  isOptional?: boolean
  /** A value of all our names is the house's; silence is no doubt. */
  isOfHouse?: boolean
}

/** Log odds: above 0 favours the pair. */
export type Weights = Readonly<Record<string, number>>

export interface Finding {
  aspect: Aspect
  outcome: Outcome
}

export const weightName = (aspect: string, outcome: string): string => `${aspect}: ${outcome}`

export type Comparison = ReturnType<typeof comparisonOf>

export function comparisonOf(aspects: readonly Aspect[], theirs: readonly Facts[], ours: readonly Facts[]) {
  const tables = aspects.flatMap(aspect => tableOf(aspect, theirs, ours) ?? [])
  return {
    theirs,
    ours,
    tables,
    findings: (row: number, column: number): Finding[] =>
      tables.flatMap(({ aspect, rows, columns, cells }) => {
        const outcome = cells[rows[row] ?? 0]?.[columns[column] ?? 0]
        return outcome ? [{ aspect, outcome }] : []
      }),
    words: wordShares(theirs, ours),
  }
}

function tableOf(aspect: Aspect, theirs: readonly Facts[], ours: readonly Facts[]) {
  const [rows, columns] = [facetsOf(aspect, theirs), facetsOf(aspect, ours)]
  const house = { size: ours.length, counts: countsOf(ours.flatMap(aspect.values)) }
  const cells = rows.distinct.map(one => columns.distinct.map(other => aspect.compare(one, other, house)))
  if (cells.every(row => row.every(cell => cell === undefined))) return undefined
  return { aspect, rows: rows.of, columns: columns.of, cells }
}

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function facetsOf(aspect: Aspect, names: readonly Facts[]): { distinct: Facts[]; of: number[] } {
  const positions = new Map<string, number>()
  const distinct: Facts[] = []
  const of = names.map(facts => {
    const facet = aspect.values(facts).join('|')
    const position = positions.get(facet)
    if (position !== undefined) return position
    positions.set(facet, distinct.length)
    return distinct.push(facts) - 1
  })
  return { distinct, of }
}

/** Rare words of ours weigh more. */
export interface WordShare {
  'shared of theirs': number
  'shared of ours': number
  /** 1: all words are equal. */
  'same words': number
}

const nothing: WordShare = { 'shared of theirs': 0, 'shared of ours': 0, 'same words': 0 }

function wordShares(
  theirs: readonly Facts[],
  ours: readonly Facts[],
): (row: number, column: number) => WordShare {
  const counts = countsOf(ours.flatMap(({ words }) => words))
  const rarity = (word: string) => 0.05 + Math.log((ours.length + 1) / (counts.get(word) ?? ours.length + 1))
  const [rows, columns] = [theirs, ours].map(names =>
    names.map(({ words }) => {
      const terms = words.filter(word => counts.has(word))
      const sum = terms.reduce((total, word) => total + rarity(word), 0)
      return { words: terms, of: new Set(terms), sum, isAll: terms.length === words.length }
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

export function explain(findings: readonly Finding[], theirs: Facts, own: Facts): string[] {
  const reasons = findings.flatMap(({ aspect, outcome }) => {
    const [one, other] = [aspect.say(theirs), aspect.say(own)]
    if (one === '' && other === '') return []
    // Two rooms, or a type of only one, are no news.
    if (outcome === 'same' && (one !== other || one === 'room')) return []
    return [{ rank: rankOf(outcome), text: sentence(one, other, outcome) }]
  })
  return reasons.toSorted((a, b) => a.rank - b.rank).map(({ text }) => text)
}

const rankOf = (outcome: Outcome): number =>
  outcome === 'same' ? 0 : outcome === 'differ' ? 1 : outcome === 'plain' || outcome === 'ours as all' ? 3 : 2

function sentence(ota: string, ours: string, outcome: Outcome): string {
  if (ours === '')
    return outcome === 'theirs, elsewhere'
      ? `only the OTA says: ${ota}, as another room of ours does`
      : `only the OTA says: ${ota}`
  if (ota === '') return outcome === 'ours as all' ? `all of ours say: ${ours}` : `only ours says: ${ours}`
  if (ota === ours) return `both: ${ota}`
  return `${outcome === 'differ' ? 'contradiction: ' : ''}the OTA says ${ota}, ours ${ours}`
}
