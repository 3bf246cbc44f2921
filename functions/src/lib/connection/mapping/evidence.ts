import type { Facts } from './facts.ts'

/**
 * What one thing two names say is worth as evidence that they name the same: `agree`; `minor`, a difference that
 * means nothing by itself; `doubt`, which a person must look at; `conflict`, which speaks against it.
 */
export type Verdict = 'agree' | 'minor' | 'doubt' | 'conflict'

export interface Finding {
  verdict: Verdict
  /** 1 for the same, down to -1. */
  value: number
}

export const finding = (verdict: Verdict, value: number): Finding => ({ verdict, value })

/** One thing that names can say. */
export interface Aspect {
  weight: number
  /** Equal for names that say the same about it; empty when a name says nothing. */
  facet: (facts: Facts) => string
  /** True when agreeing on it tells rooms apart: "both say room" does not. */
  isTelling: (facts: Facts) => boolean
  /** Undefined when neither name says anything about it. */
  compare: (ota: Facts, ours: Facts) => Finding | undefined
  /** What a name says about it, for people; empty when nothing. */
  say: (facts: Facts) => string
}

export interface Score {
  /** 0 to 1. */
  value: number
  /** Nothing speaks against the pair or leaves a doubt. */
  isCertain: boolean
  /** The names share something that tells rooms apart, or do not differ at all. */
  isTelling: boolean
}

/** A conflict outweighs any number of agreements. */
const conflictFactor = 0.5
/** Below this, words in common do not help. */
const worthALook = 0.3
const hopeless: Score = { value: 0, isCertain: false, isTelling: false }

/** How well two names fit, by all aspects that at least one of them speaks of. */
export const scoreNames = (aspects: readonly Aspect[], ota: Facts, ours: Facts): Score =>
  scoreTable(aspects, [ota], [ours])(0, 0)

/** The same for every pair of two lists: many names say the same of one aspect, and each such pair is compared once. */
export function scoreTable(
  aspects: readonly Aspect[],
  ota: readonly Facts[],
  ours: readonly Facts[],
): (row: number, column: number) => Score {
  const tables = aspects.flatMap(aspect => tableOf(aspect, ota, ours) ?? [])
  return (row, column) => {
    let [total, gained, conflicts] = [0, 0, 0]
    let [isCertain, hasTelling] = [true, false]
    for (const { weight, rows, columns, cells } of tables) {
      const cell = cells[rows[row] ?? 0]?.[columns[column] ?? 0]
      if (!cell) continue
      total += weight
      gained += weight * cell.value
      if (cell.verdict === 'conflict') conflicts += 1
      // Two conflicts are the end of any pair; most pairs of a large hotel have them.
      if (conflicts > 1) return hopeless
      if (cell.verdict === 'conflict' || cell.verdict === 'doubt') isCertain = false
      if (cell.isTelling) hasTelling = true
    }
    const fit = total === 0 ? 0 : Math.max(0, gained / total) * (conflicts > 0 ? conflictFactor : 1)
    const likeness = fit < worthALook ? 0 : wordsInCommon(ota[row], ours[column])
    return { value: fit * (0.97 + 0.03 * likeness), isCertain, isTelling: hasTelling || isCertain }
  }
}

interface Cell extends Finding {
  isTelling: boolean
}

interface Table {
  weight: number
  /** For each name which facet it has. */
  rows: number[]
  columns: number[]
  cells: (Cell | undefined)[][]
}

/** Undefined when no name speaks of it. */
function tableOf(aspect: Aspect, ota: readonly Facts[], ours: readonly Facts[]): Table | undefined {
  const [theirs, own] = [facetsOf(aspect, ota), facetsOf(aspect, ours)]
  const cells = theirs.distinct.map(one => own.distinct.map(other => cellOf(aspect, one, other)))
  if (cells.every(row => row.every(cell => cell === undefined))) return undefined
  return { weight: aspect.weight, rows: theirs.of, columns: own.of, cells }
}

function cellOf(aspect: Aspect, ota: Facts, ours: Facts): Cell | undefined {
  const found = aspect.compare(ota, ours)
  if (!found) return undefined
  const isShared = found.value > 0.3 && found.verdict !== 'conflict'
  return { ...found, isTelling: isShared && aspect.isTelling(ota) && aspect.isTelling(ours) }
}

function facetsOf(aspect: Aspect, names: readonly Facts[]): { distinct: Facts[]; of: number[] } {
  const positions = new Map<string, number>()
  const distinct: Facts[] = []
  const of = names.map(facts => {
    const facet = aspect.facet(facts)
    const known = positions.get(facet)
    if (known !== undefined) return known
    positions.set(facet, distinct.length)
    return distinct.push(facts) - 1
  })
  return { distinct, of }
}

export const hasConflict = (aspects: readonly Aspect[], ota: Facts, ours: Facts): boolean =>
  aspects.some(aspect => aspect.compare(ota, ours)?.verdict === 'conflict')

/** Of two names that say the same, the one in the same words is nearer. */
function wordsInCommon(one: Facts | undefined, other: Facts | undefined): number {
  if (!one || !other) return 0
  const [words, others] = [one.words, other.words]
  let [at, shared] = [0, 0]
  for (const word of words) {
    while (at < others.length && (others[at] ?? '') < word) at += 1
    if (others[at] === word) shared += 1
  }
  const all = words.length + others.length - shared
  return all === 0 ? 0 : shared / all
}

/** The same in plain English: what both say first, then what speaks against the pair, then what only one says. */
export function explainNames(aspects: readonly Aspect[], ota: Facts, ours: Facts): string[] {
  const found = aspects.flatMap(aspect => {
    const { verdict } = aspect.compare(ota, ours) ?? {}
    const [theirs, own] = [aspect.say(ota), aspect.say(ours)]
    // A type that only one of two rooms names is no news.
    const isNews = verdict && !(verdict === 'agree' && theirs !== own)
    return isNews ? [{ verdict, text: sentence(theirs, own, verdict) }] : []
  })
  const rank: Record<Verdict, number> = { agree: 0, conflict: 1, doubt: 2, minor: 3 }
  return found.toSorted((a, b) => rank[a.verdict] - rank[b.verdict]).map(({ text }) => text)
}

function sentence(ota: string, ours: string, verdict: Verdict): string {
  if (ours === '') return `only the OTA says: ${ota}`
  if (ota === '') return `only ours says: ${ours}`
  if (ota === ours) return `both: ${ota}`
  return `${verdict === 'conflict' ? 'contradiction: ' : ''}the OTA says ${ota}, ours ${ours}`
}
