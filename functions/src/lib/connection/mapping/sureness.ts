import { saysDouble } from './bed-aspect.ts'
import type { Finding, Weights, WordShare } from './evidence.ts'
import type { Facts } from './facts.ts'
import type { Outcome } from './outcomes.ts'

export interface Candidate {
  theirs: Facts
  own: Facts
  findings: readonly Finding[]
  words: WordShare
  /** Log odds against no partner. */
  score: number
  /** Over the next best pair. */
  lead: number
  /** No doubt that likelihood cannot outweigh. */
  isClear: boolean
}

const most = { score: 8, lead: 6 }

const counted: ReadonlySet<Outcome> = new Set(['same', 'plain', 'ours', 'theirs', 'theirs, of a kind'])

export function signsOf({ theirs, own, findings, words, score, lead, isClear }: Candidate): Weights {
  const signs: Record<string, number> = {
    'any pair': 1,
    clear: isClear ? 1 : 0,
    score: Math.max(-most.score, Math.min(most.score, score)),
    lead: Math.max(0, Math.min(most.lead, lead)),
    'no lead': Math.max(0, 1 - lead),
    'not shared of ours': 1 - words['shared of ours'],
    'not shared of theirs': 1 - words['shared of theirs'],
    'same words': words['same words'],
    'same in every aspect': theirs.key === own.key ? 1 : 0,
  }
  for (const { outcome } of findings) {
    const name = counted.has(outcome) ? outcome : outcome === 'ours as all' ? undefined : 'doubt'
    if (name) signs[name] = (signs[name] ?? 0) + 1
  }
  return signs
}

export function chanceOf(signs: Weights, weights: Weights): number {
  const sum = Object.entries(signs).reduce((all, [name, value]) => all + value * (weights[name] ?? 0), 0)
  return 1 / (1 + Math.exp(-sum))
}

const clear: ReadonlySet<Outcome> = new Set(['same', 'plain'])
const silences: ReadonlySet<Outcome> = new Set(['ours', 'theirs', 'theirs, of a kind', 'theirs, elsewhere'])

function isDoubt({ aspect: { name, isOptional, isOfHouse }, outcome }: Finding): boolean {
  // Both names must have the standard grade.
  if (clear.has(outcome)) return name === 'grade' && outcome === 'plain'
  if (outcome === 'ours as all') return !isOfHouse
  if (name === 'beds') return outcome !== 'theirs'
  if (name === 'guests') return outcome !== 'ours'
  return !(isOptional && silences.has(outcome))
}

export const doubtIn = (findings: readonly Finding[]): Finding | undefined => findings.find(isDoubt)

/** A rival fits as well, or has a grade more: "Premier" and "Premier (Deluxe)". */
export const isRival = (findings: readonly Finding[]): boolean =>
  doubtIn(findings.filter(({ aspect, outcome }) => !(aspect.name === 'grade' && outcome === 'ours more'))) ===
  undefined

export function limitOf(theirs: Facts, own: Facts): string | undefined {
  if (theirs.respelt.length > 0) return `read as if it were spelt otherwise: ${theirs.respelt.join(', ')}`
  if (saysDouble(theirs) || saysDouble(own))
    return 'a "double queen" can be one bed for two guests or two beds'
  const party = theirs.party.find(one => forSome.has(one) && !own.party.includes(one))
  return party && `for how many the OTA sells it ("${party}") says nothing of the room`
}
const forSome = new Set(['single', 'triple', 'quadruple'])
