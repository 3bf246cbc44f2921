import { bedAspect, extraBedAspect } from './bed-aspect.ts'
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

const doubt = (value: number) => finding('doubt', value)
const conflict = (value: number) => finding('conflict', value)
const agree = finding('agree', 1)
const almost = finding('minor', 0.9)
const related = doubt(0.7)
const partly = doubt(0.5)

/** An aspect of plain values: equal, overlapping, said by one alone, or different. */
function aspect(kind: FactKind, options: Options): Aspect {
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
const typeAspect: Aspect = {
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
    return areKin(one, other, typeKin) ? doubt(0.2) : conflict(-1)
  },
}
const isRoom = (types: readonly string[]): boolean => types.every(type => type === 'room')
const typeKin = [
  ['house', 'villa', 'cottage', 'chalet', 'bungalow', 'cabin'],
  ['apartment', 'studio', 'loft', 'penthouse', 'maisonette'],
]

/** Words that no list knows: names of rooms and houses. Two numbers are two different rooms. */
const restAspect: Aspect = {
  weight: 1.5,
  facet: facts => facts.rest.join('|'),
  isTelling: facts => facts.rest.length > 0,
  say: facts => facts.rest.map(value => value.replace(/^#/, 'no. ').replace('#', ' ')).join(', '),
  compare({ rest: one }, { rest: other }) {
    if (one.length === 0 && other.length === 0) return undefined
    const shared = one.filter(value => other.includes(value)).length
    const all = one.length + other.length - shared
    if (shared === all) return agree
    if (one.length === 0 || other.length === 0) return doubt(0.35)
    const [numbers, others] = [numbersOf(one), numbersOf(other)]
    if (numbers !== '' && others !== '' && numbers !== others) return conflict(-1)
    return doubt(shared > 0 ? 0.3 + (0.6 * shared) / all : -0.2)
  },
}

const numbersOf = (values: readonly string[]): string => values.filter(value => value.includes('#')).join()

/** What a bath or a sitting area says of one room is true of its neighbours as well. */
const usualFeatures = ['bathtub', 'shower', 'private bathroom', 'air conditioning', 'living room']

const plural = (noun: string) => (values: readonly string[]) =>
  values.map(value => `${value} ${value === '1' ? noun : `${noun}s`}`).join(', ')

/** Numbers that many rooms share. */
const noise = Array.from({ length: 100 }, (_, number) => String(number))

/** What tells rooms apart, and how much each says. Weights are relative; the heaviest first. */
export const roomAspects: readonly Aspect[] = [
  typeAspect,
  bedAspect,
  aspect('grade', {
    weight: 2.5,
    silent: doubt(0.25),
    differ: conflict(-0.3),
    usual: ['standard'],
    usually: doubt(0.7),
  }),
  aspect('bedrooms', { weight: 2.5, silent: doubt(0.4), differ: conflict(-1), say: plural('bedroom') }),
  aspect('access', { weight: 2.5, silent: doubt(0), differ: conflict(-1) }),
  aspect('view', {
    weight: 2,
    silent: doubt(0.25),
    differ: conflict(-1),
    kin: [
      ['water', 'sea'],
      ['water', 'lake'],
      ['water', 'river'],
      ['water', 'harbour'],
      ['some', 'sea', 'water', 'lake', 'river', 'harbour', 'city', 'garden', 'park', 'mountain', 'landmark'],
    ].flatMap(([first = '', ...rest]) => rest.map(one => [first, one])),
    say: views => `${views.map(view => (view === 'some' ? 'a' : view)).join(' and ')} view`,
  }),
  aspect('club', { weight: 2, silent: doubt(0.1), differ: conflict(-1) }),
  aspect('floor', { weight: 2, silent: doubt(0.1), differ: conflict(-1) }),
  aspect('building', { weight: 2, silent: doubt(0.1), differ: conflict(-1) }),
  aspect('rooms', { weight: 2, silent: doubt(0.4), differ: conflict(-1), say: plural('room') }),
  restAspect,
  aspect('feature', { weight: 1.5, silent: doubt(0.3), differ: doubt(0.1), usual: usualFeatures }),
  aspect('access detail', { weight: 1, silent: doubt(0.4), differ: conflict(-1) }),
  aspect('smoking', {
    weight: 2,
    silent: doubt(0.1),
    differ: conflict(-1),
    usual: ['non-smoking'],
    usually: finding('minor', 0.95),
    noise: ['non-smoking'],
  }),
  aspect('guests', {
    weight: 1,
    silent: finding('minor', 0.9),
    differ: conflict(-0.5),
    noise,
    say: plural('guest'),
  }),
  aspect('size', {
    weight: 1,
    silent: finding('minor', 0.9),
    differ: conflict(-0.3),
    noise,
    say: sizes => `size ${sizes}`,
  }),
  aspect('board', { weight: 0.8, silent: doubt(0.4), differ: doubt(0) }),
  aspect('refund', { weight: 0.8, silent: doubt(0.4), differ: doubt(0) }),
  extraBedAspect,
]

/** What tells the rates of one room apart. A rate that does not say weekly is not weekly: silence is a contradiction there. */
export const rateAspects: readonly Aspect[] = [
  aspect('stay', {
    weight: 3,
    silent: conflict(-0.6),
    differ: conflict(-1),
    kin: [['long stay', 'monthly']],
  }),
  aspect('deal', { weight: 3, silent: conflict(-0.6), differ: conflict(-1) }),
  aspect('board', { weight: 2, silent: doubt(0.2), differ: conflict(-1), usual: ['room only'] }),
  aspect('refund', { weight: 2, silent: doubt(0.2), differ: conflict(-1) }),
  aspect('base', { weight: 1.5, silent: doubt(0.5), differ: doubt(0) }),
  restAspect,
]
