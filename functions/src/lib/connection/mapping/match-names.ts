import munkres from 'munkres'
import { type Aspect, explainNames, type Score, scoreTable } from './evidence.ts'
import type { Facts } from './facts.ts'
import { normalize } from './normalize.ts'

export interface Named {
  name: string
  facts: Facts
}

/** What becomes of one name of the OTA. */
export interface Match {
  /** Position on our side; null when nothing of ours is proposed. */
  ours: number | null
  score: number
  reasons: string[]
  needsReview: boolean
}

export interface Matching {
  aspects: readonly Aspect[]
  ota: readonly Named[]
  ours: readonly Named[]
  /** What the two sides are called in reasons: "OTA rooms", "rooms of the property". */
  otaNoun: string
  ourNoun: string
  /** Why two cannot go together whatever their names say. */
  obstacle: (ota: number, ours: number) => string | undefined
}

/** Below this a pair is not even proposed. */
const floor = 0.42
/** By less than this two candidates are not told apart. */
const margin = 0.04
/** So that one good pair weighs more than two poor ones. */
const gainOf = (score: number): number => score ** 3

/**
 * Pairs names as a whole: the same name decides, the rest is the assignment with the highest sum. A pair is certain
 * when nothing in the names speaks against it and neither side has another candidate nearly as good. Names that say
 * the same are never guessed between.
 */
export function matchNames(matching: Matching): Match[] {
  const { ota, ours, obstacle } = matching
  const twins = { ota: twinsOf(ota), ours: twinsOf(ours) }
  const exact = exactPairs(matching)
  const scoreOf = scoreTable(
    matching.aspects,
    ota.map(({ facts }) => facts),
    ours.map(({ facts }) => facts),
  )
  const scores = ota.map((_, row) =>
    ours.map((_, column) => (obstacle(row, column) ? impossible : scoreOf(row, column))),
  )
  const taken = new Set(exact)
  const chosen = assign(
    scores.map((row, at) =>
      exact[at] === undefined
        ? row.map((score, column) => (taken.has(column) ? 0 : gainOf(proposable(score))))
        : row.map(() => 0),
    ),
  )
  const best = {
    ofRow: scores.map(bestTwo),
    ofColumn: ours.map((_, column) => bestTwo(scores.map(row => row[column] ?? impossible))),
  }
  return ota.map((one, row): Match => {
    const same = exact[row]
    if (same !== undefined) return sameName(matching, row, same, twins)
    if (twins.ota[row]?.length) return unmatched(twinReason(matching.otaNoun, one, ota, twins.ota[row]))
    const column = chosen[row]
    if (column === undefined) return unmatched(...nothingFits(matching, row, scores))
    const other = ours[column]
    if (!other) return unmatched(...nothingFits(matching, row, scores))
    if (twins.ours[column]?.length)
      return unmatched(twinReason(matching.ourNoun, other, ours, twins.ours[column]))
    return proposed(matching, row, column, scores, best)
  })
}

const impossible: Score = { value: 0, isCertain: false, isTelling: false }
const proposable = ({ value, isTelling }: Score): number => (isTelling && value >= floor ? value : 0)

/** For each name the positions of those that say the same. */
function twinsOf(names: readonly Named[]): number[][] {
  const bySaying = Map.groupBy(names.keys(), at => names[at]?.facts.key ?? '')
  const byName = Map.groupBy(names.keys(), at => normalize(names[at]?.name ?? ''))
  return names.map(({ name, facts }, at) => {
    const same = new Set([...(bySaying.get(facts.key) ?? []), ...(byName.get(normalize(name)) ?? [])])
    return [...same].filter(other => other !== at)
  })
}

/** For each name of the OTA the one of ours with the same name, if each side has it once and nothing forbids it. */
function exactPairs({ ota, ours, obstacle }: Matching): (number | undefined)[] {
  const [theirs, own] = [ota, ours].map(names =>
    Map.groupBy(names.keys(), at => normalize(names[at]?.name ?? '')),
  )
  return ota.map(({ name }, row) => {
    const [others, [column, ...more] = []] = [theirs?.get(normalize(name)), own?.get(normalize(name))]
    const isOnly = others?.length === 1 && column !== undefined && more.length === 0
    return isOnly && !obstacle(row, column) ? column : undefined
  })
}

function sameName(
  matching: Matching,
  row: number,
  column: number,
  twins: { ota: number[][]; ours: number[][] },
): Match {
  const [one, other] = [matching.ota[row]?.name, matching.ours[column]?.name]
  const isExact = one === other
  const reasons = [isExact ? 'same name' : 'same name but for case, accents or punctuation']
  const rivals = [
    ...(twins.ota[row] ?? []).map(at => matching.ota[at]?.name),
    ...(twins.ours[column] ?? []).map(at => matching.ours[at]?.name),
  ]
  if (rivals.length > 0) reasons.push(`"${rivals.join('", "')}" says the same in other words`)
  return { ours: column, score: isExact ? 1 : 0.95, reasons, needsReview: rivals.length > 0 }
}

function twinReason(
  noun: string,
  { name }: Named,
  names: readonly Named[],
  twins: readonly number[],
): string {
  const others = twins.map(at => names[at]?.name ?? '')
  if (others.some(other => normalize(other) === normalize(name))) return `several ${noun} have this name`
  return `several ${noun} say the same: "${[name, ...others].join('", "')}"`
}

const unmatched = (...reasons: string[]): Match => ({ ours: null, score: 0, reasons, needsReview: true })

function nothingFits(
  { aspects, ota, ours, ourNoun, obstacle }: Matching,
  row: number,
  scores: readonly Score[][],
): string[] {
  const one = ota[row]
  const twin = ours.findIndex(other => normalize(other.name) === normalize(one?.name ?? ''))
  const blocked = twin === -1 ? undefined : obstacle(row, twin)
  if (blocked) return [blocked]
  const nearest = bestTwo(scores[row] ?? []).first
  const other = ours[nearest]
  const none = `none of the ${ourNoun} has this name or says the same`
  if (!one || !other || (scores[row]?.[nearest]?.value ?? 0) === 0) return [none]
  const [reason = ''] = explainNames(aspects, one.facts, other.facts).filter(text => !text.startsWith('both'))
  return [none, `nearest is "${other.name}": ${reason || 'it fits another better'}`]
}

interface BestTwo {
  first: number
  value: number
  second: number
  secondValue: number
}

function bestTwo(scores: readonly Score[]): BestTwo {
  let [first, value, second, secondValue] = [-1, -1, -1, -1]
  scores.forEach((score, at) => {
    if (score.value > value) [second, secondValue, first, value] = [first, value, at, score.value]
    else if (score.value > secondValue) [second, secondValue] = [at, score.value]
  })
  return { first, value, second, secondValue }
}

function proposed(
  { aspects, ota, ours }: Matching,
  row: number,
  column: number,
  scores: readonly Score[][],
  best: { ofRow: readonly BestTwo[]; ofColumn: readonly BestTwo[] },
): Match {
  const [one, other, score] = [ota[row], ours[column], scores[row]?.[column]]
  if (!one || !other || !score) return unmatched()
  const rivalOf = (two: BestTwo | undefined, self: number, names: readonly Named[]) => {
    const [at, value] =
      two?.first === self ? [two.second, two.secondValue] : [two?.first ?? -1, two?.value ?? -1]
    return value > score.value - margin ? names[at]?.name : undefined
  }
  const ourRival = rivalOf(best.ofRow[row], column, ours)
  const otaRival = rivalOf(best.ofColumn[column], row, ota)
  const reasons = explainNames(aspects, one.facts, other.facts)
  if (ourRival !== undefined) reasons.push(`"${ourRival}" of ours fits nearly as well`)
  if (otaRival !== undefined) reasons.push(`"${otaRival}" of the OTA fits nearly as well`)
  const isSure = score.isCertain && ourRival === undefined && otaRival === undefined
  return { ours: column, score: Math.round(score.value * 100) / 100, reasons, needsReview: !isSure }
}

/**
 * Which column each row gets (undefined: none), so that the sum of all gains is highest and no column is used twice.
 * A gain of 0 means that the two cannot go together.
 */
function assign(gains: readonly (readonly number[])[]): (number | undefined)[] {
  const chosen = new Array<number | undefined>(gains.length).fill(undefined)
  const rows = indices(gains.length).filter(row => gains[row]?.some(gain => gain > 0))
  const columns = indices(gains[0]?.length ?? 0).filter(column =>
    rows.some(row => (gains[row]?.[column] ?? 0) > 0),
  )
  if (rows.length === 0) return chosen
  const costs = rows.map(row => columns.map(column => 1 - (gains[row]?.[column] ?? 0)))
  for (const [row, column] of munkres(costs)) {
    const [from, to] = [rows[row], columns[column]]
    if (from !== undefined && to !== undefined && (gains[from]?.[to] ?? 0) > 0) chosen[from] = to
  }
  return chosen
}

const indices = (length: number): number[] => Array.from({ length }, (_, index) => index)
