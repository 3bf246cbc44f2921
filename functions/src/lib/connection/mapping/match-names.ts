import munkres from 'munkres'
import { type Aspect, type Comparison, comparisonOf, explain } from './evidence.ts'
import type { Facts } from './facts.ts'
import { chanceOfNone, type Judge, scoresOf, withRivals } from './judge.ts'
import { doubtIn, limitOf } from './sureness.ts'
import { normalize } from './words/plain-text.ts'

export interface Match {
  /** Position; null: no proposal. */
  ours: number | null
  /** From 0 to 1. */
  score: number
  reasons: string[]
  needsReview: boolean
}

export interface Matching {
  aspects: readonly Aspect[]
  judge: Judge
  ota: readonly Facts[]
  ours: readonly Facts[]
  otaNoun: string
  ourNoun: string
  obstacle: (ota: number, ours: number) => string | undefined
}

/** Lower scores are no proposals. */
const hopeless = -3

/**
 * Equal names decide, then the highest sum of log odds. Names without a likely partner, or with equal facts, stay
 * open.
 */
export function matchNames(matching: Matching): Match[] {
  const { aspects, judge, ota, ours, obstacle } = matching
  const twins = { ota: twinsOf(ota), ours: twinsOf(ours) }
  const exact = exactPairs(matching)
  const exactColumns = new Set(exact)
  const comparison = comparisonOf(aspects, ota, ours)
  const scores = scoresOf(comparison, judge.weights, (row, column) => obstacle(row, column) !== undefined)
  const work = { ...matching, twins, exact, comparison, scores }
  const gains = scores.map((row, at) =>
    row.map((score, column) =>
      exact[at] === undefined && !exactColumns.has(column) ? Math.max(0, score - hopeless) : 0,
    ),
  )
  const chosen = assign(gains)
  const ownerOf = new Map(chosen.flatMap((column, row) => (column === undefined ? [] : [[column, row]])))
  const openScores = (row: number) =>
    scores[row]?.filter((_, column) => !exactColumns.has(column) && (ownerOf.get(column) ?? row) === row) ??
    []
  const isFound = ota.map(
    (_, row) => exact[row] !== undefined || chanceOfNone(openScores(row)) <= judge.openFrom,
  )
  return ota.map((one, row): Match => {
    const same = exact[row]
    if (same !== undefined) return sameName(work, row, same)
    if (twins.ota[row]?.length) return unmatched(twinReason(matching.otaNoun, one, ota, twins.ota[row]))
    const column = chosen[row]
    const other = ours[column ?? -1]
    const isOpen = chanceOfNone(openScores(row), priorOdds(isFound.toSpliced(row, 1))) > judge.openFrom
    if (column === undefined || !other || isOpen) return unmatched(...nothingFits(work, row))
    if (twins.ours[column]?.length)
      return unmatched(twinReason(matching.ourNoun, other, ours, twins.ours[column]))
    return proposed(work, row, column)
  })
}

interface Work extends Matching {
  twins: { ota: number[][]; ours: number[][] }
  exact: readonly (number | undefined)[]
  comparison: Comparison
  scores: readonly (readonly number[])[]
}

/** Laplace's rule over the other names, valid without any. */
const priorOdds = (isFound: readonly boolean[]): number => {
  const matches = isFound.filter(Boolean).length
  return (matches + 1) / (isFound.length - matches + 1)
}

const positionsByName = (names: readonly Facts[]): Map<string, number[]> =>
  Map.groupBy(names.keys(), at => normalize(names[at]?.name ?? ''))

function twinsOf(names: readonly Facts[]): number[][] {
  const bySaying = Map.groupBy(names.keys(), at => names[at]?.key ?? '')
  const byName = positionsByName(names)
  return names.map(({ name, key }, at) => {
    const same = new Set([...(bySaying.get(key) ?? []), ...(byName.get(normalize(name)) ?? [])])
    return [...same].filter(other => other !== at)
  })
}

function exactPairs({ ota, ours, obstacle }: Matching): (number | undefined)[] {
  const [theirs, own] = [positionsByName(ota), positionsByName(ours)]
  return ota.map(({ name }, row) => {
    const [others, [column, ...more] = []] = [theirs.get(normalize(name)), own.get(normalize(name))]
    const isOnly = others?.length === 1 && column !== undefined && more.length === 0
    return isOnly && !obstacle(row, column) ? column : undefined
  })
}

function sameName({ ota, ours, twins }: Work, row: number, column: number): Match {
  const isExact = ota[row]?.name === ours[column]?.name
  const reasons = [isExact ? 'same name' : 'same name but for case, accents or punctuation']
  const rivals = [
    ...(twins.ota[row] ?? []).map(at => ota[at]?.name),
    ...(twins.ours[column] ?? []).map(at => ours[at]?.name),
  ]
  if (rivals.length > 0) reasons.push(`"${rivals.join('", "')}" says the same in other words`)
  return { ours: column, score: isExact ? 1 : 0.99, reasons, needsReview: rivals.length > 0 }
}

function twinReason(
  noun: string,
  { name }: Facts,
  names: readonly Facts[],
  twins: readonly number[],
): string {
  const others = twins.map(at => names[at]?.name ?? '')
  if (others.some(other => normalize(other) === normalize(name))) return `several ${noun} have this name`
  return `several ${noun} say the same: "${[name, ...others].join('", "')}"`
}

const unmatched = (...reasons: string[]): Match => ({ ours: null, score: 0, reasons, needsReview: true })

function nothingFits({ ota, ours, ourNoun, obstacle, comparison, scores }: Work, row: number): string[] {
  const one = ota[row]
  const twin = ours.findIndex(other => normalize(other.name) === normalize(one?.name ?? ''))
  const blocked = twin === -1 ? undefined : obstacle(row, twin)
  if (blocked) return [blocked]
  const all = scores[row] ?? []
  const nearest = all.indexOf(Math.max(...all))
  const other = ours[nearest]
  const none = `none of the ${ourNoun} has this name or says the same`
  if (!one || !other || all[nearest] === Number.NEGATIVE_INFINITY) return [none]
  const findings = comparison.findings(row, nearest)
  const [reason = ''] = explain(findings, one, other).filter(text => !text.startsWith('both'))
  return [none, `nearest is "${other.name}": ${reason || 'too little in common'}`]
}

function proposed({ judge, ota, ours, exact, comparison, scores }: Work, row: number, column: number): Match {
  const rivalry = withRivals(comparison, scores, [row, column], exact)
  if (!rivalry) return unmatched()
  const { candidate, ourRival, otaRival, ourNext } = rivalry
  const { findings, theirs, own } = candidate
  const reasons = explain(findings, theirs, own)
  const limit = limitOf(theirs, own)
  if (limit !== undefined) reasons.push(limit)
  const ourOther = ours[ourRival ?? ourNext ?? -1]
  if (ourOther) reasons.push(`"${ourOther.name}" of ours fits nearly as well`)
  if (otaRival !== undefined) reasons.push(`"${ota[otaRival]?.name}" of the OTA fits nearly as well`)
  const chance = judge.chance(candidate)
  const isSure = candidate.isClear && chance >= judge.sureFrom
  if (!isSure && candidate.isClear)
    reasons.push(`right in about ${Math.round(chance * 100)} of 100 such pairs`)
  if (reasons.length === 0) reasons.push(doubtIn(findings) ? 'little in common' : 'the names say the same')
  return { ours: column, score: Math.round(chance * 100) / 100, reasons, needsReview: !isSure }
}

/** Maximal sum; each column once; a gain of 0 forbids the pair. */
function assign(gains: readonly (readonly number[])[]): (number | undefined)[] {
  const chosen = new Array<number | undefined>(gains.length).fill(undefined)
  const rows = [...gains.keys()].filter(row => gains[row]?.some(gain => gain > 0))
  const columns = [...(gains[0] ?? []).keys()].filter(column =>
    rows.some(row => (gains[row]?.[column] ?? 0) > 0),
  )
  if (rows.length === 0) return chosen
  const most = gains.reduce((all, row) => row.reduce((a, b) => Math.max(a, b), all), 0)
  const costs = rows.map(row => columns.map(column => most - (gains[row]?.[column] ?? 0)))
  for (const [row, column] of munkres(costs)) {
    const [from, to] = [rows[row], columns[column]]
    if (from !== undefined && to !== undefined && (gains[from]?.[to] ?? 0) > 0) chosen[from] = to
  }
  return chosen
}
