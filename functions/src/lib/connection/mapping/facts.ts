import { recordOf } from '../../record-of.ts'
import { plainKinds } from './words/vocabulary.ts'

/** `count`: null for a plural without a number. */
export interface Bed {
  kind: string
  count: number | null
  /** The name has no number. */
  isImplied: boolean
  /** "Double queen": one bed for two guests, or two beds. */
  isDouble?: boolean
}

const [type, grade, party, ...others] = plainKinds

/** Beds are counted, so not here. */
export const factKinds = [
  type,
  grade,
  'theme',
  party,
  'bedrooms',
  ...others,
  'guests',
  'size',
  'rest',
] as const
export type FactKind = (typeof factKinds)[number]

export const noFacts = (): Record<FactKind, string[]> => recordOf(factKinds, () => [])

/** Sorted, distinct values; alternatives or parts, by kind. */
export interface Facts extends Readonly<Record<FactKind, readonly string[]>> {
  name: string
  /** Alternatives, each with all beds. */
  beds: readonly (readonly Bed[])[]
  /** Sorted; equal words decide between equal facts. */
  words: readonly string[]
  /** `written → read`. */
  respelt: readonly string[]
  key: string
}
