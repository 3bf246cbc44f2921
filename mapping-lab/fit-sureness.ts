import type { Weights } from '../functions/src/lib/connection/mapping/evidence.ts'

/** The best pair of a name, and whether it was the right one. */
export interface SureExample {
  signs: Weights
  isRight: boolean
  weight: number
}

/** The direction of each sign: a sign for a pair never counts against it, nor the reverse. */
const ways: Readonly<Record<string, 1 | -1>> = {
  clear: 1,
  score: 1,
  lead: 1,
  'same words': 1,
  'same in every aspect': 1,
  same: 1,
  'no lead': -1,
  'not shared of ours': -1,
  'not shared of theirs': -1,
  doubt: -1,
  ours: -1,
  theirs: -1,
  'theirs, of a kind': -1,
  plain: -1,
}

const firm = 0.5
const rounds = 800
/** Adam's usual parameters, except for the length of a step. */
const [step, fade, fadeOfSquares, small] = [0.05, 0.9, 0.999, 1e-9]

/** Logistic regression in which every sign keeps its direction: a weight against it becomes 0. */
export function fitSureness(examples: readonly SureExample[]): Weights {
  const names = [...new Set(examples.flatMap(({ signs }) => Object.keys(signs)))].sort()
  const rows = examples.map(({ signs, isRight, weight }) => ({
    values: Float64Array.from(names, name => signs[name] ?? 0),
    isRight: isRight ? 1 : 0,
    weight,
  }))
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const weights = new Float64Array(names.length)
  const [mean, square] = [new Float64Array(names.length), new Float64Array(names.length)]
  for (let round = 1; round <= rounds; round += 1) {
    const slope = weights.map((one, at) => (names[at] === 'any pair' ? 0 : (firm * one) / total))
    for (const { values, isRight, weight } of rows) {
      let sum = 0
      for (let at = 0; at < values.length; at += 1) sum += (values[at] ?? 0) * (weights[at] ?? 0)
      const off = (weight * (1 / (1 + Math.exp(-sum)) - isRight)) / total
      for (let at = 0; at < values.length; at += 1) slope[at] = (slope[at] ?? 0) + off * (values[at] ?? 0)
    }
    for (let at = 0; at < weights.length; at += 1) {
      mean[at] = fade * (mean[at] ?? 0) + (1 - fade) * (slope[at] ?? 0)
      square[at] = fadeOfSquares * (square[at] ?? 0) + (1 - fadeOfSquares) * (slope[at] ?? 0) ** 2
      const speed = Math.sqrt((square[at] ?? 0) / (1 - fadeOfSquares ** round)) + small
      const next = (weights[at] ?? 0) - (step * ((mean[at] ?? 0) / (1 - fade ** round))) / speed
      weights[at] = (ways[names[at] ?? ''] ?? 0) * next < 0 ? 0 : next
    }
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0]))
}
