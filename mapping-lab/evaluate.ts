import type { Weights } from '../functions/src/lib/connection/mapping/evidence.ts'
import type { Model } from '../functions/src/lib/connection/mapping/judge.ts'
import { chanceOf } from '../functions/src/lib/connection/mapping/sureness.ts'
import { type Case, groupOf } from './cases.ts'
import { groupsOf, type Judged, judge, judgedApart, learnPairs, learnSureness } from './learn.ts'

/** A case as the engine would map it. */
export interface Verdict extends Judged {
  /** How likely the first choice is right. */
  chance: number
  isSure: boolean
  isProposed: boolean
}

export type Bounds = Pick<Model, 'sureFrom' | 'openFrom'>

export const verdictOf = (one: Judged, sure: Weights, { sureFrom, openFrom }: Bounds): Verdict => {
  const chance = chanceOf(one.signs, sure)
  const isProposed = one.top >= 0 && one.open <= openFrom
  return { ...one, chance, isProposed, isSure: isProposed && one.isClear && chance >= sureFrom }
}

/** Parts of the other hotels: sureness is learnt from rows of one part, judged by weights of the other parts. */
const innerParts = 5

/** Every case, judged by weights and sureness that were both learnt without its hotel. */
export function leaveOneOut(cases: readonly Case[], bounds: Bounds): Verdict[] {
  return groupsOf(cases).flatMap(group => {
    const others = cases.filter(one => groupOf(one) !== group)
    const [pair, sure] = [learnPairs(others), learnSureness(judgedApart(others, innerParts))]
    return cases.filter(one => groupOf(one) === group).map(one => verdictOf(judge(one, pair), sure, bounds))
  })
}

export type Figures = ReturnType<typeof figuresOf>

/** Counts of rows. */
export function figuresOf(verdicts: readonly Verdict[]) {
  const count = (test: (one: Verdict) => boolean) => verdicts.filter(test).length
  const isStrong = (one: Verdict) => one.case.kind === 'strong' && !one.case.isMissing
  const isWeak = (one: Verdict) => one.case.kind === 'weak' && !one.case.isMissing
  const is = (kind: Case['kind']) => (one: Verdict) => one.case.kind === kind
  return {
    /** Rows whose partner is sure by the name. */
    strong: count(isStrong),
    'first choice right': count(one => isStrong(one) && one.isRight),
    'sure and right': count(one => isStrong(one) && one.isRight && one.isSure),
    'proposed and right': count(one => isStrong(one) && one.isRight && one.isProposed),
    weak: count(isWeak),
    'first choice of weak right': count(one => isWeak(one) && one.isRight),
    none: count(is('none')),
    'none, but proposed': count(one => one.case.kind === 'none' && one.isProposed),
    ambiguous: count(is('ambiguous')),
    'ambiguous, but sure': count(one => one.case.kind === 'ambiguous' && one.isSure),
    'sure and wrong': count(one => !one.case.isMissing && one.isSure && !one.isRight),
    'right one missing': count(one => one.case.isMissing),
    'right one missing, another proposed': count(one => one.case.isMissing && one.isProposed),
    'right one missing, another sure': count(one => one.case.isMissing && one.isSure),
  }
}
