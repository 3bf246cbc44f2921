import { recordOf } from '../../record-of.ts'
import { plainKinds } from './words/word-list.ts'

/** One kind of bed in a room; the number is null where only a plural or nothing is said. */
export interface Bed {
  kind: string
  count: number | null
  /** The name says the kind, not the number: one is what it usually means. */
  isImplied: boolean
  /** "Double queen": one bed for two guests, or two beds. */
  isDouble?: boolean
}

const [type, grade, party, ...others] = plainKinds

/** What a name can say, by what it is about. Beds stand apart, as they are counted. */
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

/** What a name says: sorted values without repeats. Values of one kind are alternatives or go together, by kind. */
export interface Facts extends Readonly<Record<FactKind, readonly string[]>> {
  name: string
  /** The alternatives ("king or queen"); each lists the beds of the room. */
  beds: readonly (readonly Bed[])[]
  /** The words as they stand, sorted: of two names that say the same, the one in the same words is nearer. */
  words: readonly string[]
  /** Words that were read as if they were spelt otherwise: `written → read`. */
  respelt: readonly string[]
  /** Equal for names that say the same. */
  key: string
}
