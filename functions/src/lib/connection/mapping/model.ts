import { type Weights, weightName } from './evidence.ts'

/** What was learnt from labelled names, as a person can read it. */
export interface Model {
  /** What evidence is worth that is of no one aspect, in log odds. */
  words: Weights
  /** For each aspect what each outcome is worth. */
  aspects: Readonly<Record<string, Weights>>
  /** What tells how likely the best pair is right, in log odds. */
  sure: Weights
  /** Less likely to be right than this is for a person to look at. */
  sureFrom: number
  /** More likely to have no partner than this stays open. */
  openFrom: number
  /** SHA-256 of the sets it was fitted on, by folder and file. */
  fittedOn: Readonly<Record<string, string>>
  /** What weights fitted without a hotel made of that hotel's rows, as whole numbers of rows. */
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
