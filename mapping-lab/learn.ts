import type { Weights } from '../functions/src/lib/connection/mapping/evidence.ts'
import { chanceOfNone, scoresOf, withRivals } from '../functions/src/lib/connection/mapping/judge.ts'
import { signsOf } from '../functions/src/lib/connection/mapping/sureness.ts'
import { type Case, groupOf, type Kind } from './cases.ts'
import { fitRanking, type RankExample } from './fit-ranking.ts'
import { fitSureness } from './fit-sureness.ts'

/** How much a row counts when the weights are fitted. */
const worth: Readonly<Record<Kind, number>> = { strong: 1, weak: 0.4, none: 1.5, ambiguous: 0.3 }
/** The factor of a row without its right room. */
const worthMissing = 0.4
/** A hotel of this many rows counts by its rows, a larger one less and a smaller one more. */
const usualRows = 25

/** Learnt weights, without the bounds. */
export interface Learnt {
  pair: Weights
  sure: Weights
}

/** A case, judged by weights that were fitted without its hotel. */
export interface Judged {
  case: Case
  /** Position of the best room; -1 in an empty list. */
  top: number
  isRight: boolean
  /** The likelihood that the name has no partner. */
  open: number
  signs: Weights
  /** Nothing but a low likelihood can make it unsure. */
  isClear: boolean
}

export const groupsOf = (cases: readonly Case[]): string[] => [...new Set(cases.map(groupOf))]

function weightsOf(cases: readonly Case[]): (one: Case) => number {
  const rows = new Map<string, number>()
  for (const one of cases) if (!one.isMissing) rows.set(one.hotel, (rows.get(one.hotel) ?? 0) + 1)
  return one =>
    (worth[one.kind] * (one.isMissing ? worthMissing : 1)) / Math.sqrt((rows.get(one.hotel) ?? 1) / usualRows)
}

/** Parts for learning sureness if no hotel is left out. */
const allParts = 10

export function learn(cases: readonly Case[]): Learnt {
  return { pair: learnPairs(cases), sure: learnSureness(judgedApart(cases, allParts)) }
}

export function learnPairs(cases: readonly Case[]): Weights {
  const weigh = weightsOf(cases)
  return fitRanking(
    cases.map((one): RankExample => {
      const isNone = one.isMissing || one.kind === 'none'
      const right = isNone ? 'none' : one.kind === 'ambiguous' ? 'some' : one.rooms.indexOf(one.label)
      return { candidates: one.evidence, right, weight: weigh(one) }
    }),
  )
}

/** Ambiguous names must not be sure. */
const ambiguousWorth = 3

export function learnSureness(judged: readonly Judged[]): Weights {
  const weigh = weightsOf(judged.map(one => one.case))
  return fitSureness(
    judged.map(({ case: one, signs, isRight }) => ({
      signs,
      isRight,
      weight: weigh(one) * (one.kind === 'ambiguous' ? ambiguousWorth : 1),
    })),
  )
}

/** Each case judged by weights that were fitted without its part of the hotels. */
export function judgedApart(cases: readonly Case[], parts: number): Judged[] {
  const groups = groupsOf(cases)
  const partOf = (one: Case) => groups.indexOf(groupOf(one)) % parts
  return Array.from({ length: parts }, (_, part) => part).flatMap(part => {
    const pair = learnPairs(cases.filter(one => partOf(one) !== part))
    return cases.filter(one => partOf(one) === part).map(one => judge(one, pair))
  })
}

/** Judges one case by these weights, as the engine compares it with its rivals. */
export function judge(one: Case, pair: Weights): Judged {
  const { comparison } = one
  const scores = scoresOf(comparison, pair)
  const [row = []] = scores
  const top = row.indexOf(Math.max(...row))
  const rivals = withRivals(comparison, scores, [0, top])
  if (!rivals) return { case: one, top: -1, isRight: false, open: 1, signs: {}, isClear: false }
  const { candidate } = rivals
  return {
    case: one,
    top,
    isRight: !one.isMissing && one.rooms[top] === one.label,
    open: chanceOfNone(row),
    signs: signsOf(candidate),
    isClear: candidate.isClear,
  }
}
