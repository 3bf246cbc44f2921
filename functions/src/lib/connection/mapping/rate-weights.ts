import type { Finding, Weights } from './evidence.ts'
import type { Judge } from './judge.ts'
import type { Outcome } from './outcomes.ts'

/** What outcomes of one aspect are worth, in log odds, the rest being worth nothing. */
type Worth = Partial<Record<Outcome, number>>

const alike = (same: number, silent: number, differ: number): Worth => ({
  same,
  plain: silent / 2,
  near: silent,
  partly: differ / 2,
  'ours more': silent,
  'theirs more': silent,
  'theirs more, elsewhere': silent,
  'ours as all': silent,
  ours: silent,
  theirs: silent,
  'theirs, of a kind': silent,
  'theirs, elsewhere': silent * 1.5,
  differ,
})

/**
 * Set by hand, as there are no labelled rates yet. A rate that does not say weekly is not weekly, and one that does not
 * say "members" is sold to everybody: silence is a contradiction there.
 */
const worth: Readonly<Record<string, Worth>> = {
  stay: alike(4, -6, -8),
  deal: alike(4, -6, -8),
  board: alike(3, -1.2, -6),
  refund: alike(3, -1.2, -6),
  base: alike(3, -0.4, -1),
  guests: alike(1, -0.3, -6),
  name: alike(3, -1, -6),
}

const rateWeights: Weights = {
  'any pair': -1.5,
  'shared of theirs': 1,
  'shared of ours': 1,
  'same words': 1,
  ...Object.fromEntries(
    Object.entries(worth).flatMap(([aspect, values]) =>
      Object.entries(values).map(([outcome, value]) => [`${aspect}: ${outcome}`, value]),
    ),
  ),
}

export const rateJudge: Judge = {
  weights: rateWeights,
  openFrom: 0.5,
  chance: ({ score, isClear }) => Math.min(isClear ? 0.95 : 0.75, 1 / (1 + Math.exp(-score))),
  sureFrom: 0.8,
}

/** Rates that cannot be one, however few there are: another stay, deal, board or refund. */
export const excludes = ({ aspect, outcome }: Finding): boolean =>
  outcome === 'differ' || (['stay', 'deal'].includes(aspect.name) && outcome !== 'same' && outcome !== 'near')
