import { compareBeds, sayBeds, saysBeds } from './bed-aspect.ts'
import type { Aspect } from './evidence.ts'
import type { FactKind, Facts } from './facts.ts'
import { type Comparing, compareValues } from './outcomes.ts'

interface Options extends Omit<Comparing, 'house'>, Pick<Aspect, 'isOptional' | 'isOfHouse'> {
  name?: string
  say?: (values: readonly string[]) => string
}

function aspect(kind: FactKind, { name = kind, say, isOptional, isOfHouse, ...how }: Options = {}): Aspect {
  return {
    name,
    isOptional: isOptional ?? false,
    isOfHouse: isOfHouse ?? false,
    values: facts => facts[kind],
    say: facts => (facts[kind].length === 0 ? '' : (say?.(facts[kind]) ?? facts[kind].join(', '))),
    compare: (theirs, own, house) => compareValues(theirs[kind], own[kind], { house, ...how }),
  }
}

/** A name without a type means a room. */
const typeAspect: Aspect = {
  ...aspect('type', { isOfHouse: true }),
  compare(theirs, own, house) {
    if (isRoom(theirs.type) && isRoom(own.type))
      return own.type.length + theirs.type.length > 0 ? 'same' : undefined
    return compareValues(theirs.type, own.type, { house, kin: typeKin })
  },
}
const isRoom = (types: readonly string[]): boolean => types.every(type => type === 'room')
const typeKin = [
  ['house', 'villa', 'cottage', 'chalet', 'bungalow', 'cabin'],
  ['apartment', 'studio', 'loft', 'penthouse', 'maisonette'],
  ['suite', 'junior suite'],
  ['studio', 'suite'],
  ['studio', 'room'],
]

/** Two numbers are two different rooms. */
const nameAspect: Aspect = {
  ...aspect('rest', {
    name: 'name',
    isOfHouse: true,
    say: values => values.map(value => value.replace(/^#/, 'no. ').replace('#', ' ')).join(', '),
  }),
  compare({ rest: theirs }, { rest: own }, house) {
    const [numbers, others] = [numbersOf(theirs), numbersOf(own)]
    if (numbers !== '' && others !== '' && numbers !== others) return 'differ'
    return compareValues(theirs, own, { house, isOpen: true })
  },
}
const numbersOf = (values: readonly string[]): string => values.filter(value => value.includes('#')).join()

const bedAspect: Aspect = {
  name: 'beds',
  values: facts => (saysBeds(facts) ? [JSON.stringify([facts.beds, facts.party])] : []),
  say: sayBeds,
  compare: compareBeds,
}

/** Names often leave out sofa beds. */
const extraBedAspect: Aspect = {
  name: 'extra bed',
  isOptional: true,
  values: facts => extraBed(facts),
  say: facts => extraBed(facts).join(),
  compare: (theirs, own, house) => compareValues(extraBed(theirs), extraBed(own), { house }),
}
const extraBed = (facts: Facts): string[] =>
  facts.beds.some(beds => beds.some(bed => bed.kind === 'sofa' || bed.kind === 'murphy')) ? ['sofa bed'] : []

/** A name may mention these although its neighbours have them, too. */
const usualFeatures = ['bathtub', 'shower', 'private bathroom', 'air conditioning', 'living room']

const plural = (noun: string) => (values: readonly string[]) =>
  values.map(value => `${value} ${value === '1' ? noun : `${noun}s`}`).join(', ')

const pairs = (first: string, rest: readonly string[]): string[][] => rest.map(one => [first, one])
const sights = ['sea', 'water', 'lake', 'river', 'harbour', 'city', 'garden', 'park', 'mountain', 'landmark']

const oldGrades = ['standard', 'classic', 'traditional', 'comfort']
const plainGrades = [...oldGrades, 'economy', 'small']

export const roomAspects: readonly Aspect[] = [
  typeAspect,
  bedAspect,
  {
    ...aspect('grade'),
    compare: ({ grade: theirs }, { grade: own }, house) =>
      compareValues(theirs, own, { house, usual: oldGrades, kin: [plainGrades] }),
  },
  aspect('theme'),
  aspect('bedrooms', { usual: ['1'], isUsualAlone: true, say: plural('bedroom') }),
  aspect('access'),
  aspect('view', {
    kin: [...pairs('water', ['sea', 'lake', 'river', 'harbour']), ...pairs('some', sights)],
    say: views => `${views.map(view => (view === 'some' ? 'a' : view)).join(' and ')} view`,
  }),
  aspect('club'),
  aspect('floor'),
  aspect('building'),
  aspect('rooms', { say: plural('room') }),
  nameAspect,
  aspect('feature', {
    isOfHouse: true,
    noise: usualFeatures,
    isOpen: true,
    kin: [
      ['kitchen', 'kitchenette'],
      ['balcony', 'terrace'],
    ],
  }),
  aspect('access detail'),
  aspect('smoking', { usual: ['non-smoking'], isUsualAlone: true, isOfHouse: true }),
  aspect('guests', { noise: ['1', '2'], say: plural('guest') }),
  aspect('size', { isOptional: true, say: sizes => `size ${sizes}` }),
  aspect('board', { isOptional: true, usual: ['room only'] }),
  aspect('refund', { isOptional: true }),
  extraBedAspect,
]

export const rateAspects: readonly Aspect[] = [
  aspect('stay', { kin: [['long stay', 'monthly']] }),
  aspect('deal'),
  aspect('board', { usual: ['room only'] }),
  aspect('refund'),
  aspect('base'),
  aspect('guests', { say: plural('guest') }),
  nameAspect,
]
