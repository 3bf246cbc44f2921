import { type Aspect, type Finding, finding } from './evidence.ts'
import type { FactKind } from './facts.ts'

interface Options {
  weight: number
  /** When only one name says something. */
  silent: Finding
  /** When both do, and share nothing. */
  differ: Finding
  /** Values whose absence in one name means little. */
  usual?: readonly string[]
  /** What that is worth. */
  usually?: Finding
  /** Values that fit each other although they differ. */
  kin?: readonly (readonly string[])[]
  /** Values that do not tell rooms apart. */
  noise?: readonly string[]
  say?: (values: readonly string[]) => string
}

const agree = finding('agree', 1)
const almost = finding('minor', 0.9)
const related = finding('doubt', 0.7)
const partly = finding('doubt', 0.5)

/** An aspect of plain values: equal, overlapping, said by one alone, or different. */
export function aspect(kind: FactKind, options: Options): Aspect {
  const { weight, silent, differ, usual = [], usually = almost, kin = [], noise = [] } = options
  const say = options.say ?? (values => values.join(', '))
  const isUsual = (value: string) => usual.includes(value)
  return {
    weight,
    facet: facts => facts[kind].join('|'),
    isTelling: facts => facts[kind].some(value => !noise.includes(value)),
    say: facts => (facts[kind].length === 0 ? '' : say(facts[kind])),
    compare(ota, ours) {
      const [one, other] = [ota[kind], ours[kind]]
      if (one.length === 0 && other.length === 0) return undefined
      const shared = one.filter(value => other.includes(value))
      const left = [...one, ...other].filter(value => !shared.includes(value))
      if (left.length === 0) return agree
      if (left.every(isUsual)) return usually
      if (one.length === 0 || other.length === 0) return silent
      if (shared.length > 0) return partly
      return areKin(one, other, kin) ? related : differ
    },
  }
}

const areKin = (
  one: readonly string[],
  other: readonly string[],
  kin: readonly (readonly string[])[],
): boolean =>
  kin.some(family => one.some(value => family.includes(value)) && other.some(value => family.includes(value)))

/** A name without a type means a room. */
export const typeAspect: Aspect = {
  weight: 3,
  facet: facts => facts.type.join('|'),
  isTelling: facts => facts.type.some(type => type !== 'room'),
  say: facts => facts.type.join(', '),
  compare(ota, ours) {
    const [one, other] = [ota.type, ours.type]
    if (one.length === 0 && other.length === 0) return undefined
    const shared = one.filter(type => other.includes(type))
    if (shared.length > 0)
      return shared.length === one.length && shared.length === other.length ? agree : partly
    if (one.length === 0 || other.length === 0) return isRoom(one) && isRoom(other) ? agree : partly
    return areKin(one, other, typeKin) ? finding('doubt', 0.2) : finding('conflict', -1)
  },
}
const isRoom = (types: readonly string[]): boolean => types.every(type => type === 'room')
const typeKin = [
  ['house', 'villa', 'cottage', 'chalet', 'bungalow', 'cabin'],
  ['apartment', 'studio', 'loft', 'penthouse', 'maisonette'],
]

/** Words that no list knows: names of rooms and houses. Two numbers are two different rooms. */
export const restAspect: Aspect = {
  weight: 1.5,
  facet: facts => facts.rest.join('|'),
  isTelling: facts => facts.rest.length > 0,
  say: facts => facts.rest.map(value => value.replace(/^#/, 'no. ').replace('#', ' ')).join(', '),
  compare({ rest: one }, { rest: other }) {
    if (one.length === 0 && other.length === 0) return undefined
    const shared = one.filter(value => other.includes(value)).length
    const all = one.length + other.length - shared
    if (shared === all) return agree
    if (one.length === 0 || other.length === 0) return finding('doubt', 0.35)
    const [numbers, others] = [numbersOf(one), numbersOf(other)]
    if (numbers !== '' && others !== '' && numbers !== others) return finding('conflict', -1)
    return finding('doubt', shared > 0 ? 0.3 + (0.6 * shared) / all : -0.2)
  },
}

const numbersOf = (values: readonly string[]): string => values.filter(value => value.includes('#')).join()
