import { roomAspects } from '../functions/src/lib/connection/mapping/aspects.ts'
import { type Weights, weightName } from '../functions/src/lib/connection/mapping/evidence.ts'
import type { Model } from '../functions/src/lib/connection/mapping/judge.ts'
import { outcomes } from '../functions/src/lib/connection/mapping/outcomes.ts'
import type { Bounds } from './evaluate.ts'
import type { Learnt } from './learn.ts'

const rounded = (value: number): number => Math.round(value * 100) / 100 || 0

export const modelOf = (
  { pair, sure }: Learnt,
  bounds: Bounds,
  fittedOn: Model['fittedOn'],
  leaveOneOut: Model['leaveOneOut'],
): Model => ({
  words: pick(
    Object.keys(pair).filter(name => !name.includes(': ')),
    pair,
  ),
  aspects: Object.fromEntries(
    roomAspects.map(({ name }) => [
      name,
      Object.fromEntries(outcomes.map(outcome => [outcome, rounded(pair[weightName(name, outcome)] ?? 0)])),
    ]),
  ),
  sure: pick(Object.keys(sure), sure),
  sureFrom: bounds.sureFrom,
  openFrom: bounds.openFrom,
  fittedOn,
  leaveOneOut,
})

const pick = (names: readonly string[], weights: Weights): Weights =>
  Object.fromEntries(names.map(name => [name, rounded(weights[name] ?? 0)]))
