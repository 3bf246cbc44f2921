import { recordOf } from '../../record-of.ts'
import { type Comparison, type Weights, weightName } from './evidence.ts'
import { outcomes } from './outcomes.ts'
import { type Candidate, chanceOf, doubtIn, isRival, limitOf, signsOf } from './sureness.ts'

export interface Judge {
  weights: Weights
  /** Above this chance of no partner a name stays open. */
  openFrom: number
  /** From 0 to 1. */
  chance: (candidate: Candidate) => number
  /** A person reviews pairs below it. */
  sureFrom: number
}

/** `weights.json`, from `npm run fit -w mapping-lab`; an aspect without labelled rows gets the others' worth. */
export interface Model extends Pick<Judge, 'sureFrom' | 'openFrom'> {
  /** Evidence outside the aspects. */
  words: Weights
  aspects: Readonly<Record<string, Weights>>
  /** Signs that the best pair is right. */
  sure: Weights
  /** SHA-256 of the labelled sets, by folder and file. */
  fittedOn: Readonly<Record<string, string>>
  /** Row counts; a hotel's weights were fitted without it. */
  leaveOneOut: Readonly<Record<string, number>>
}

export const pairWeights = ({ words, aspects }: Pick<Model, 'words' | 'aspects'>): Weights => ({
  ...words,
  ...Object.fromEntries(
    Object.entries(aspects).flatMap(([aspect, worth]) =>
      Object.entries(worth).map(([outcome, value]) => [weightName(aspect, outcome), value]),
    ),
  ),
})

export const roomJudge = ({ sure, sureFrom, openFrom, ...model }: Model): Judge => ({
  weights: pairWeights(model),
  openFrom,
  chance: candidate => chanceOf(signsOf(candidate), sure),
  sureFrom,
})

const alike = (same: number, silent: number, differ: number) => ({
  ...recordOf(outcomes, () => silent),
  same,
  plain: silent / 2,
  partly: differ / 2,
  'theirs, elsewhere': silent * 1.5,
  differ,
})

/** By hand: no rates are labelled. Silence contradicts: a rate without "weekly" is not weekly. */
export const rateJudge: Judge = {
  weights: pairWeights({
    words: { 'any pair': -1.5, 'shared of theirs': 1, 'shared of ours': 1, 'same words': 1 },
    aspects: {
      stay: alike(4, -6, -8),
      deal: alike(4, -6, -8),
      board: alike(3, -1.2, -6),
      refund: alike(3, -1.2, -6),
      base: alike(3, -0.4, -1),
      guests: alike(1, -0.3, -6),
      name: alike(3, -1, -6),
    },
  }),
  openFrom: 0.5,
  chance: ({ score, isClear }) => Math.min(isClear ? 0.95 : 0.75, 1 / (1 + Math.exp(-score))),
  sureFrom: 0.8,
}

const rivalWithin = 5
const hardlyWorse = 0.5

/** `exact`: equal names, no rivals. */
export function withRivals(
  comparison: Comparison,
  scores: readonly (readonly number[])[],
  [row, column]: readonly [number, number],
  exact: readonly (number | undefined)[] = [],
) {
  const exactColumns = new Set(exact)
  const [theirs, own, score] = [comparison.theirs[row], comparison.ours[column], scores[row]?.[column]]
  if (!theirs || !own || score === undefined) return undefined
  const findings = comparison.findings(row, column)
  const inRow = others(scores[row] ?? [], score, at => at === column || exactColumns.has(at))
  const inColumn = others(
    scores.map(all => all[column] ?? Number.NEGATIVE_INFINITY),
    score,
    at => at === row || exact[at] !== undefined,
  )
  const ourRival = inRow.near.find(at => isRival(comparison.findings(row, at)))
  const otaRival = inColumn.near.find(at => isRival(comparison.findings(at, column)))
  const best = Math.max(inRow.best, inColumn.best)
  const isAlone = ourRival === undefined && otaRival === undefined
  const isClear = isAlone && !doubtIn(findings) && limitOf(theirs, own) === undefined
  const words = comparison.words(row, column)
  return {
    candidate: { theirs, own, findings, words, score, lead: score - best, isClear },
    ourRival,
    otaRival,
    ourNext: score - inRow.best < hardlyWorse ? inRow.near[0] : undefined,
  }
}

function others(scores: readonly number[], score: number, isOut: (at: number) => boolean) {
  let best = Number.NEGATIVE_INFINITY
  const near: number[] = []
  scores.forEach((other, at) => {
    if (isOut(at)) return
    if (other > best) best = other
    if (score - other < rivalWithin) near.push(at)
  })
  return { best, near: near.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)) }
}

/** Shared words cannot lift such a pair. */
const hopeless = -12

/** 0 without common or contrary facts. */
export function scoresOf(
  comparison: Comparison,
  weights: Weights,
  isImpossible: (row: number, column: number) => boolean = () => false,
): number[][] {
  const tables = comparison.tables.map(({ aspect, rows, columns, cells }) => ({
    rows,
    columns,
    worth: cells.map(row => row.map(cell => (cell ? (weights[weightName(aspect.name, cell)] ?? 0) : 0))),
  }))
  const base = weights['any pair'] ?? 0
  const scoreOf = (row: number, column: number): number => {
    let sum = base
    for (const { rows, columns, worth } of tables) sum += worth[rows[row] ?? 0]?.[columns[column] ?? 0] ?? 0
    if (sum < hopeless) return sum
    const words = comparison.words(row, column)
    for (const [name, value] of Object.entries(words)) sum += (weights[name] ?? 0) * value
    return sum
  }
  return comparison.theirs.map((_, row) =>
    comparison.ours.map((__, column) =>
      isImpossible(row, column) ? Number.NEGATIVE_INFINITY : scoreOf(row, column),
    ),
  )
}

/** `odds`: prior, of any partner. */
export const chanceOfNone = (scores: readonly number[], odds = 1): number =>
  1 / (1 + odds * scores.reduce((sum, score) => sum + Math.exp(score), 0))
