import { mainBeds } from './beds.ts'
import type { Bed, Facts } from './facts.ts'
import type { House, Outcome } from './outcomes.ts'

export function compareBeds(theirs: Facts, own: Facts, house: House): Outcome | undefined {
  const [one, other] = [mainOf(theirs), mainOf(own)]
  if (one.length > 0 && other.length > 0) return best(one, other)
  if (one.length > 0 && own.party.length > 0) return compareParty(own.party, one) ?? 'theirs, of a kind'
  if (other.length > 0 && theirs.party.length > 0) {
    const outcome = compareParty(theirs.party, other) ?? 'ours'
    // A double room need not have a double bed.
    return outcome === 'same' && theirs.party.includes('double') ? 'near' : outcome
  }
  if (theirs.party.length > 0 && own.party.length > 0) return compareParties(theirs.party, own.party)
  if (saysBeds(own)) return own.party.includes('double') && other.length === 0 ? 'plain' : 'ours'
  if (!saysBeds(theirs)) return undefined
  // A wholesaler's number of guests says nothing of the beds.
  if (one.length === 0 && theirs.party.every(party => party === 'double')) return 'plain'
  return house.counts.size > 0 ? 'theirs, of a kind' : 'theirs'
}

const mainOf = (facts: Facts): Bed[][] => facts.beds.map(mainBeds).filter(beds => beds.length > 0)

export const saysBeds = (facts: Facts): boolean => mainOf(facts).length > 0 || facts.party.length > 0

const order: readonly Outcome[] = ['same', 'near', 'partly', 'differ']
const worse = (one: Outcome, other: Outcome): Outcome =>
  order.indexOf(one) > order.indexOf(other) ? one : other
const better = (one: Outcome, other: Outcome): Outcome => (one === worse(one, other) ? other : one)

/** Alternatives leave a doubt unless both names have the same. */
function best(one: readonly Bed[][], other: readonly Bed[][]): Outcome {
  const outcomes = one.flatMap(a => other.map(b => compareAll(a, b)))
  const top = outcomes.reduce(better)
  if (outcomes.length === 1 || top === 'differ') return top
  const agreed = one.filter(a => other.some(b => compareAll(a, b) === 'same')).length
  return agreed === one.length && agreed === other.length ? 'same' : worse(top, 'partly')
}

function compareAll(one: readonly Bed[], other: readonly Bed[]): Outcome {
  const pairs = one.map(bed => [bed, other.find(({ kind }) => kind === bed.kind)] as const)
  const shared = pairs.filter(([, match]) => match).length
  if (shared === 0) return areNeighbours(one, other) ? 'partly' : 'differ'
  if (shared < Math.max(one.length, other.length)) return 'partly'
  return pairs.map(([bed, match]) => compareCounts(bed, match)).reduce(worse)
}

/** Two doubles may be two queens. */
const areNeighbours = ([one, ...more]: readonly Bed[], [other, ...others]: readonly Bed[]): boolean =>
  more.length + others.length === 0 &&
  one?.count === other?.count &&
  [one, other].every(bed => bed?.kind === 'double' || bed?.kind === 'queen')

function compareCounts(one: Bed, other: Bed | undefined): Outcome {
  if (!other || one.count === other.count) return 'same'
  if (one.count === null || other.count === null)
    return one.count === 1 || other.count === 1 ? 'partly' : 'same'
  return one.isImplied || other.isImplied ? 'partly' : 'differ'
}

const compareParty = (party: readonly string[], beds: readonly Bed[][]): Outcome | undefined => {
  const outcomes = party.flatMap(one => beds.flatMap(some => fit(one, some) ?? []))
  return outcomes.length > 0 ? outcomes.reduce(better) : undefined
}

const places: Readonly<Record<string, number>> = { single: 1, bunk: 2 }

/** A double is for two guests, whatever the beds. */
function fit(party: string, beds: readonly Bed[]): Outcome | undefined {
  const count = beds.reduce((sum, bed) => sum + (bed.count ?? 2), 0)
  const [only] = beds
  const isSingles = beds.every(bed => bed.kind === 'single')
  if (party === 'single') return isSingles && count === 1 ? 'same' : 'partly'
  if (party === 'twin') {
    if (isSingles) return count === 2 ? 'same' : 'partly'
    return count === 2 ? 'near' : 'differ'
  }
  if (party === 'double') {
    if (only?.kind === 'double' && beds.length === 1) return count === 1 ? 'same' : 'near'
    return isSingles ? 'differ' : undefined
  }
  const sleeps = beds.reduce((sum, bed) => sum + (bed.count ?? 1) * (places[bed.kind] ?? 2), 0)
  return sleeps >= (party === 'triple' ? 3 : 4) ? 'near' : 'partly'
}

function compareParties(one: readonly string[], other: readonly string[]): Outcome {
  const shared = one.filter(party => other.includes(party)).length
  if (shared === 0) return 'differ'
  return shared === one.length && shared === other.length ? 'same' : 'partly'
}

export const sayBeds = (facts: Facts): string => {
  const beds = mainOf(facts).map(all => all.map(sayBed).join(' and '))
  return beds.join(' or ') || (facts.party.length > 0 ? `${facts.party.join(' or ')} room` : '')
}

const sayBed = ({ kind, count }: Bed): string =>
  `${count ?? 'several'} ${kind} ${count === 1 ? 'bed' : 'beds'}`

export const saysDouble = (facts: Facts): boolean => facts.beds.some(all => all.some(bed => bed.isDouble))
