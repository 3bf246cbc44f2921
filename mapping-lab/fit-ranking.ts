import { roomAspects } from '../functions/src/lib/connection/mapping/aspects.ts'
import { type Weights, weightName } from '../functions/src/lib/connection/mapping/evidence.ts'
import { outcomes } from '../functions/src/lib/connection/mapping/outcomes.ts'
import { minimum } from './optimise.ts'
import { aspectPriors, outcomePriors, wordPriors } from './priors.ts'

/** One name with the evidence for each of the rooms it may be. */
export interface RankExample {
  candidates: readonly Weights[]
  /** Which is right: its position, none of them, or some that the name does not decide between. */
  right: number | 'none' | 'some'
  weight: number
}

/** How firmly priors hold: of an outcome's worth, and of an aspect's difference from the other aspects. */
const firmness = { outcome: 0.2, aspect: 1 }

interface Parameter {
  name: string
  prior: number
  firm: number
}

/** Each outcome has a worth of its own, to which each aspect adds: where the data says little, aspects are alike. */
const shared = outcomes.map(
  (outcome): Parameter => ({
    name: `*${outcome}`,
    prior: outcomePriors[outcome] ?? 0,
    firm: firmness.outcome,
  }),
)
const table = roomAspects.flatMap(({ name }) =>
  outcomes.map(outcome => ({ name: weightName(name, outcome), outcome, aspect: name })),
)
const parameters: readonly Parameter[] = [
  ...Object.entries(wordPriors).map(([name, prior]) => ({ name, prior, firm: firmness.outcome })),
  ...table.map(({ name }) => ({ name, prior: aspectPriors[name] ?? 0, firm: firmness.aspect })),
  ...shared,
]
const position = new Map(parameters.map(({ name }, at) => [name, at]))
const sharedOf = new Map(table.map(({ name, outcome }) => [name, position.get(`*${outcome}`) ?? -1]))

/** Evidence as positions and values. */
interface Coded {
  at: Int32Array
  value: Float64Array
}

function coded(evidence: Weights): Coded {
  const entries = Object.entries(evidence).flatMap(([name, value]) =>
    [position.get(name), sharedOf.get(name)].flatMap(at => (at === undefined ? [] : [[at, value] as const])),
  )
  return {
    at: Int32Array.from(entries, ([at]) => at),
    value: Float64Array.from(entries, ([, value]) => value),
  }
}

const sumAt = (weights: Float64Array, { at, value }: Coded): number => {
  let sum = 0
  for (let index = 0; index < at.length; index += 1)
    sum += (weights[at[index] ?? 0] ?? 0) * (value[index] ?? 0)
  return sum
}

/** Weights of a conditional logit: the likeliest room is the one with the highest sum; "none of them" has the sum 0. */
export function fitRanking(examples: readonly RankExample[]): Weights {
  const rows = examples.map(({ candidates, ...row }) => ({ ...row, candidates: candidates.map(coded) }))
  const found = minimum(
    (weights, slope) => {
      let loss = 0
      parameters.forEach(({ prior, firm }, at) => {
        const off = (weights[at] ?? 0) - prior
        loss += 0.5 * firm * off * off
        slope[at] = firm * off
      })
      for (const row of rows) loss += lossOf(row, weights, slope)
      return loss
    },
    Float64Array.from(parameters, ({ prior }) => prior),
  )
  const worth = (name: string) =>
    (found[position.get(name) ?? -1] ?? 0) + (found[sharedOf.get(name) ?? -1] ?? 0)
  return {
    ...Object.fromEntries(Object.keys(wordPriors).map(name => [name, worth(name)])),
    // A difference is never worth more than an agreement.
    ...Object.fromEntries(
      table.map(({ name, aspect }) => [name, Math.min(worth(name), worth(weightName(aspect, 'same')))]),
    ),
  }
}

/** The loss of a row: its surprise at the right answer. Adds its gradient to `slope`. */
function lossOf(
  { candidates, right, weight }: Omit<RankExample, 'candidates'> & { candidates: readonly Coded[] },
  weights: Float64Array,
  slope: Float64Array,
): number {
  const sums = candidates.map(one => sumAt(weights, one))
  const top = Math.max(0, ...sums)
  const odds = sums.map(sum => Math.exp(sum - top))
  const some = odds.reduce((a, b) => a + b, 0)
  const none = Math.exp(-top)
  const rightOdds = right === 'none' ? none : right === 'some' ? some : (odds[right] ?? 0)
  candidates.forEach(({ at, value }, candidate) => {
    const share = odds[candidate] ?? 0
    const target = right === 'some' ? share / some : right === candidate ? 1 : 0
    const pull = weight * (share / (some + none) - target)
    for (let index = 0; index < at.length; index += 1) {
      const to = at[index] ?? 0
      slope[to] = (slope[to] ?? 0) + pull * (value[index] ?? 0)
    }
  })
  return -weight * Math.log(Math.max(Number.MIN_VALUE, rightOdds / (some + none)))
}
