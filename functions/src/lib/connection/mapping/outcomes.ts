/** "Elsewhere": another room of ours has the value. "Of a kind": our rooms have other values of the aspect. */
export const outcomes = [
  'same',
  'plain',
  'ours as all',
  'near',
  'ours more',
  'theirs more',
  'theirs more, elsewhere',
  'partly',
  'ours',
  'theirs',
  'theirs, of a kind',
  'theirs, elsewhere',
  'differ',
] as const
export type Outcome = (typeof outcomes)[number]

export interface House {
  size: number
  counts: ReadonlyMap<string, number>
}

/** From this many rooms on, a shared value is the house's. */
const enough = 3

export interface Comparing {
  house: House
  /** A silent name means these: "standard", and "non-smoking" unless a room of ours differs. */
  usual?: readonly string[]
  isUsualAlone?: boolean
  /** Different values that fit each other. */
  kin?: readonly (readonly string[])[]
  /** Meaningless where no room of ours has them. */
  noise?: readonly string[]
  /** Several values may hold. */
  isOpen?: boolean
}

export function compareValues(
  theirs: readonly string[],
  own: readonly string[],
  { house, usual = [], isUsualAlone = false, kin = [], noise = [], isOpen = false }: Comparing,
): Outcome | undefined {
  if (theirs.length === 0 && own.length === 0) return undefined
  const isNoise = noise.every(value => !house.counts.has(value))
  const signal = isNoise ? theirs.filter(value => !noise.includes(value)) : theirs
  const shared = signal.filter(value => own.includes(value)).length
  const left = signal.filter(value => !own.includes(value))
  const missing = own.filter(value => !signal.includes(value))
  if (left.length === 0 && missing.length === 0) return shared > 0 ? 'same' : 'plain'
  const isOfAll = (value: string) => house.size >= enough && house.counts.get(value) === house.size
  const isElsewhere = left.some(value => (house.counts.get(value) ?? 0) > 0)
  const hasOthers = isUsualAlone && [...house.counts.keys()].some(value => !usual.includes(value))
  const wanting = missing.filter(value => !isOfAll(value) && (hasOthers || !usual.includes(value)))
  const telling = left.filter(value => !usual.includes(value))
  if (shared > 0) {
    if (telling.length === 0) return wanting.length === 0 ? 'same' : 'ours more'
    if (wanting.length > 0) return 'partly'
    return isElsewhere ? 'theirs more, elsewhere' : 'theirs more'
  }
  if (left.length > 0 && missing.length > 0) {
    if (areKin(left, missing, kin)) return 'near'
    return isOpen ? 'partly' : 'differ'
  }
  if (left.length === 0) return wanting.length > 0 ? 'ours' : missing.every(isOfAll) ? 'ours as all' : 'plain'
  if (isElsewhere && (telling.length > 0 || !isUsualAlone)) return 'theirs, elsewhere'
  if (telling.length === 0) return 'plain'
  return house.counts.size > 0 ? 'theirs, of a kind' : 'theirs'
}

const areKin = (
  one: readonly string[],
  other: readonly string[],
  kin: readonly (readonly string[])[],
): boolean =>
  kin.some(family => one.some(value => family.includes(value)) && other.some(value => family.includes(value)))
