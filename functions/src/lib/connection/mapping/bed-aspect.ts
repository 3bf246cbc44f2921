import { extraBeds, mainBeds } from './beds.ts'
import { type Aspect, type Finding, finding } from './evidence.ts'
import type { Bed, Facts } from './facts.ts'

/** Beds and the words for how many sleep in them ("double room", "twin"), which speak of the same thing. */
export const bedAspect: Aspect = {
  weight: 3,
  facet: facts => JSON.stringify([facts.beds, facts.party]),
  isTelling: facts => facts.beds.length > 0 || facts.party.length > 0,
  say: facts => sayBeds(facts) || (facts.party.length > 0 ? `${facts.party.join(' or ')} room` : ''),
  compare(ota, ours) {
    const [one, other] = [mainOf(ota), mainOf(ours)]
    if (one.length > 0 && other.length > 0) return best(one, other, compareBeds)
    if (one.length > 0) return compareParty(ours.party, one)
    if (other.length > 0) return compareParty(ota.party, other)
    return compareParties(ota.party, ours.party)
  },
}

const agree = finding('agree', 1)
const conflict = finding('conflict', -1)

const mainOf = (facts: Facts): Bed[][] => facts.beds.map(mainBeds).filter(beds => beds.length > 0)

/** Sofa beds and the like: often left out. */
export const extraBedAspect: Aspect = {
  weight: 0.6,
  facet: facts => extraBedAspect.say(facts),
  isTelling: () => false,
  say: facts => (facts.beds.some(beds => extraBeds(beds).length > 0) ? 'sofa bed' : ''),
  compare(ota, ours) {
    const [one, other] = [extraBedAspect.say(ota), extraBedAspect.say(ours)]
    if (one === other) return one === '' ? undefined : agree
    return finding('doubt', 0.6)
  },
}

/** The best of all alternatives; that there are several leaves a doubt unless both say the same. */
function best(
  one: readonly Bed[][],
  other: readonly Bed[][],
  compare: (a: readonly Bed[], b: readonly Bed[]) => Finding,
): Finding {
  const findings = one.flatMap(a => other.map(b => compare(a, b)))
  const top = findings.reduce((a, b) => (b.value > a.value ? b : a))
  if (findings.length === 1 || top.verdict === 'conflict') return top
  const agreed = one.filter(a => other.some(b => compare(a, b).verdict === 'agree')).length
  return agreed === one.length && agreed === other.length ? agree : finding('doubt', Math.min(top.value, 0.5))
}

function compareBeds(one: readonly Bed[], other: readonly Bed[]): Finding {
  const pairs = one.map(bed => [bed, other.find(({ kind }) => kind === bed.kind)] as const)
  const shared = pairs.filter(([, match]) => match)
  if (shared.length === 0) return conflict
  if (shared.length < Math.max(one.length, other.length)) return finding('conflict', -0.5)
  const counts = pairs.map(([bed, match]) => compareCounts(bed, match))
  return counts.reduce((a, b) => (b.value < a.value ? b : a), agree)
}

function compareCounts(one: Bed, other: Bed | undefined): Finding {
  if (!other || one.count === other.count) return agree
  if (one.count === null || other.count === null) return finding('minor', 0.85)
  return one.isImplied || other.isImplied ? finding('doubt', 0.35) : conflict
}

const silent = (alternatives: number): Finding => finding('doubt', alternatives > 1 ? 0.6 : 0.4)

function compareParty(party: readonly string[], beds: readonly Bed[][]): Finding {
  if (party.length === 0) return silent(beds.length)
  return party.flatMap(one => beds.map(some => fit(one, some))).reduce((a, b) => (b.value > a.value ? b : a))
}

const places: Readonly<Record<string, number>> = { single: 1, bunk: 2 }

/** Whether a "double", "twin" … room can have these beds. */
function fit(party: string, beds: readonly Bed[]): Finding {
  const count = beds.reduce((sum, bed) => sum + (bed.count ?? 2), 0)
  const [only] = beds
  const isSingles = beds.every(bed => bed.kind === 'single')
  if (party === 'single') return isSingles && count === 1 ? agree : conflict
  if (party === 'twin') {
    if (isSingles) return count === 2 ? agree : finding('conflict', -0.5)
    return count === 2 ? finding('doubt', 0.4) : conflict
  }
  if (party === 'double') {
    if (only?.kind === 'double') return count === 1 ? finding('minor', 0.95) : finding('doubt', 0.7)
    if (isSingles) return finding('conflict', -0.5)
    return finding('doubt', count === 1 ? 0.4 : 0.3)
  }
  const sleeps = beds.reduce((sum, bed) => sum + (bed.count ?? 1) * (places[bed.kind] ?? 2), 0)
  return sleeps >= (party === 'triple' ? 3 : 4) ? finding('doubt', 0.6) : finding('conflict', -0.3)
}

function compareParties(one: readonly string[], other: readonly string[]): Finding | undefined {
  if (one.length === 0 && other.length === 0) return undefined
  // A double is what a room usually is.
  if (one.length === 0 || other.length === 0)
    return one.includes('double') || other.includes('double') ? finding('doubt', 0.5) : silent(1)
  const shared = one.filter(party => other.includes(party)).length
  if (shared === 0) return conflict
  return shared === one.length && shared === other.length ? agree : finding('doubt', 0.6)
}

const sayBeds = (facts: Facts): string =>
  facts.beds
    .map(beds => mainBeds(beds).map(sayBed).join(' and '))
    .filter(text => text !== '')
    .join(' or ')

const sayBed = ({ kind, count }: Bed): string =>
  `${count ?? 'several'} ${kind} ${count === 1 ? 'bed' : 'beds'}`
