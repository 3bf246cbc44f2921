import type { Facts } from './facts.ts'
import type { House, Outcome } from './outcomes.ts'
import { type WordShare, wordShares } from './word-share.ts'

/** One thing that names can say. */
export interface Aspect {
  name: string
  values: (facts: Facts) => readonly string[]
  /** Undefined when neither name says anything about it. */
  compare: (theirs: Facts, own: Facts, house: House) => Outcome | undefined
  /** What a name says about it, for people; empty when nothing. */
  say: (facts: Facts) => string
  /** Names often leave it out, which leaves no doubt. */
  isOptional?: boolean
  /** What all of ours say about it is the house's, which leaves no doubt where the OTA is silent. */
  isOfHouse?: boolean
}

/** What evidence is worth, by its name: in favour of a pair above 0, against it below. */
export type Weights = Readonly<Record<string, number>>

export const sumOf = (evidence: Weights, weights: Weights): number =>
  Object.entries(evidence).reduce((sum, [name, value]) => sum + value * (weights[name] ?? 0), 0)

export interface Finding {
  aspect: Aspect
  outcome: Outcome
}

/** What two lists of names say, made ready to be compared. */
export interface Comparison {
  theirs: readonly Facts[]
  ours: readonly Facts[]
  findings: (row: number, column: number) => Finding[]
  words: (row: number, column: number) => WordShare
}

export const weightName = (aspect: string, outcome: string): string => `${aspect}: ${outcome}`

/** Many names say the same of one aspect, and each such pair is compared once. */
export function comparisonOf(
  aspects: readonly Aspect[],
  theirs: readonly Facts[],
  ours: readonly Facts[],
): Comparison & { tables: readonly Table[] } {
  const tables = aspects.flatMap(aspect => tableOf(aspect, theirs, ours) ?? [])
  return {
    theirs,
    ours,
    tables,
    findings: (row, column) =>
      tables.flatMap(table => {
        const outcome = outcomeIn(table, row, column)
        return outcome ? [{ aspect: table.aspect, outcome }] : []
      }),
    words: wordShares(theirs, ours),
  }
}

interface Table {
  aspect: Aspect
  /** For each name which facet it has. */
  rows: number[]
  columns: number[]
  cells: (Outcome | undefined)[][]
}

const outcomeIn = ({ rows, columns, cells }: Table, row: number, column: number): Outcome | undefined =>
  cells[rows[row] ?? 0]?.[columns[column] ?? 0]

/** Undefined when no name speaks of it. */
function tableOf(aspect: Aspect, theirs: readonly Facts[], ours: readonly Facts[]): Table | undefined {
  const [rows, columns] = [facetsOf(aspect, theirs), facetsOf(aspect, ours)]
  const house = houseOf(aspect, ours)
  const cells = rows.distinct.map(one => columns.distinct.map(other => aspect.compare(one, other, house)))
  if (cells.every(row => row.every(cell => cell === undefined))) return undefined
  return { aspect, rows: rows.of, columns: columns.of, cells }
}

function houseOf(aspect: Aspect, ours: readonly Facts[]): House {
  const counts = new Map<string, number>()
  for (const facts of ours)
    for (const value of aspect.values(facts)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return { size: ours.length, counts }
}

function facetsOf(aspect: Aspect, names: readonly Facts[]): { distinct: Facts[]; of: number[] } {
  const positions = new Map<string, number>()
  const distinct: Facts[] = []
  const of = names.map(facts => {
    const facet = aspect.values(facts).join('|')
    const known = positions.get(facet)
    if (known !== undefined) return known
    positions.set(facet, distinct.length)
    return distinct.push(facts) - 1
  })
  return { distinct, of }
}

/** Words in common do not help a pair that is this far off. */
const hopeless = -12

/** How well each pair fits: the sum of what its evidence is worth. Names that say nothing alike are at 0. */
export function scorer(
  comparison: ReturnType<typeof comparisonOf>,
  weights: Weights,
): (row: number, column: number) => number {
  const tables = comparison.tables.map(({ aspect, rows, columns, cells }) => ({
    rows,
    columns,
    worth: cells.map(row => row.map(cell => (cell ? (weights[weightName(aspect.name, cell)] ?? 0) : 0))),
  }))
  const base = weights['any pair'] ?? 0
  return (row, column) => {
    let sum = base
    for (const { rows, columns, worth } of tables) sum += worth[rows[row] ?? 0]?.[columns[column] ?? 0] ?? 0
    if (sum < hopeless) return sum
    const words = comparison.words(row, column)
    for (const [name, value] of Object.entries(words)) sum += (weights[name] ?? 0) * value
    return sum
  }
}

/** The same as named evidence: what the weights are fitted on. */
export function evidenceOf(comparison: Comparison, row: number, column: number): Weights {
  const found: Record<string, number> = { 'any pair': 1, ...comparison.words(row, column) }
  for (const { aspect, outcome } of comparison.findings(row, column))
    found[weightName(aspect.name, outcome)] = 1
  return found
}

/** What decided, in plain English: what both say first, then what speaks against the pair, then what only one says. */
export function explain(findings: readonly Finding[], theirs: Facts, own: Facts): string[] {
  const found = findings.flatMap(({ aspect, outcome }) => {
    const [one, other] = [aspect.say(theirs), aspect.say(own)]
    if (one === '' && other === '') return []
    // That both are rooms is no news, nor is a type that only one of two rooms names.
    if (outcome === 'same' && (one !== other || one === 'room')) return []
    return [{ rank: rankOf(outcome), text: sentence(one, other, outcome) }]
  })
  return found.toSorted((a, b) => a.rank - b.rank).map(({ text }) => text)
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
