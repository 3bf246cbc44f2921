import type { Weights } from '../functions/src/lib/connection/mapping/evidence.ts'

/**
 * The worth of an outcome before any data, whatever the aspect: opinions that hold without data, and that data must
 * overcome.
 */
export const outcomePriors: Weights = {
  same: 1,
  plain: 0,
  'ours as all': 0,
  near: -1,
  'ours more': -1,
  'theirs more': -1,
  'theirs more, elsewhere': -2.5,
  partly: -1.5,
  ours: -1,
  theirs: -0.3,
  'theirs, of a kind': -1.5,
  'theirs, elsewhere': -2.5,
  differ: -7,
}

export const wordPriors: Weights = {
  'any pair': 0,
  'shared of theirs': 2,
  'shared of ours': 1,
  'same words': 1,
}

/** The prior of aspects that room names often omit, or that belong to rates. */
const little = -0.3
const lonePriors = Object.entries(outcomePriors).filter(([outcome]) => /^(?:ours|theirs)/.test(outcome))

/** Differences of aspects, added to the worth of the outcome. */
export const aspectPriors: Weights = {
  // Near beds are the ones that a word for guests fits: "double" and two double beds.
  'beds: near': 1,
  ...Object.fromEntries(
    ['board', 'refund', 'size', 'guests', 'extra bed'].flatMap(aspect =>
      lonePriors.map(([outcome, value]) => [`${aspect}: ${outcome}`, little - value]),
    ),
  ),
}
