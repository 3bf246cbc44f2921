import { aspect, restAspect } from './aspects.ts'
import { type Aspect, finding } from './evidence.ts'

const doubt = (value: number) => finding('doubt', value)
const conflict = (value: number) => finding('conflict', value)

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
