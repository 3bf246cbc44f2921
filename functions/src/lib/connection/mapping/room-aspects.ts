import { aspect, restAspect, typeAspect } from './aspects.ts'
import { bedAspect, extraBedAspect } from './bed-aspect.ts'
import { type Aspect, finding } from './evidence.ts'

const doubt = (value: number) => finding('doubt', value)
const conflict = (value: number) => finding('conflict', value)

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
