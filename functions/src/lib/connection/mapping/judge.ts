import { type comparisonOf, scorer, type Weights } from './evidence.ts'
import { type Model, pairWeights } from './model.ts'
import { type Candidate, chanceOf, doubtIn, isRival, limitOf, signsOf } from './sureness.ts'

/** How pairs of one kind of names are weighed, and when one of them needs no review. */
export interface Judge {
  weights: Weights
  /** More likely to have no partner than this stays open. */
  openFrom: number
  /** How likely the pair is right, from 0 to 1. */
  chance: (candidate: Candidate) => number
  /** Less likely to be right than this is for a person to look at, however clear. */
  sureFrom: number
}

export const roomJudge = (model: Model): Judge => ({
  weights: pairWeights(model),
  openFrom: model.openFrom,
  chance: candidate => chanceOf(signsOf(candidate), model.sure),
  sureFrom: model.sureFrom,
})

/** A candidate this much worse than the best is no rival. */
const rivalWithin = 5
const hardlyWorse = 0.5

/** A pair beside its rivals of either side. */
export interface Standing {
  candidate: Candidate
  /** Others that fit as well, by position; at most one of each side. */
  ourRival: number | undefined
  otaRival: number | undefined
  /** The next best of ours where it is hardly worse. */
  ourNext: number | undefined
}

export function standingOf(
  comparison: ReturnType<typeof comparisonOf>,
  scores: readonly (readonly number[])[],
  [row, column]: readonly [number, number],
  isOut: { row: (row: number) => boolean; column: (column: number) => boolean },
): Standing | undefined {
  const [theirs, own, score] = [comparison.theirs[row], comparison.ours[column], scores[row]?.[column]]
  if (!theirs || !own || score === undefined) return undefined
  const findings = comparison.findings(row, column)
  const inRow = others(scores[row] ?? [], score, at => at === column || isOut.column(at))
  const inColumn = others(
    scores.map(all => all[column] ?? Number.NEGATIVE_INFINITY),
    score,
    at => at === row || isOut.row(at),
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

/** The best score of the others, and those that are near, by position. */
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

/** How each pair of two lists scores. */
export const scoresOf = (
  comparison: ReturnType<typeof comparisonOf>,
  weights: Weights,
  isImpossible: (row: number, column: number) => boolean = () => false,
): number[][] => {
  const scoreOf = scorer(comparison, weights)
  return comparison.theirs.map((_, row) =>
    comparison.ours.map((__, column) =>
      isImpossible(row, column) ? Number.NEGATIVE_INFINITY : scoreOf(row, column),
    ),
  )
}

/** That none of these is the partner; `odds` that there is one at all. */
export const chanceOfNone = (scores: readonly number[], odds = 1): number =>
  1 / (1 + odds * scores.reduce((sum, score) => sum + Math.exp(score), 0))
