import { quantile } from '../result.ts'
import type { Name } from './contestants.ts'
import type { Figure } from './figures.ts'
import type { Block, Load } from './load.ts'

/** Those that do the whole job; what the bare function leaves out is what hot documents need. */
const whole: Name[] = ['project', 'parse', 'fastify']
/** Of each of these one block of so many posts, since it takes five seconds where others take one. */
const slow = { sample: 24 } as const

export interface Measured extends Load {
  figures: {
    of: string
    unit: string
    isMore?: true
    goals?: Figure['goals']
    from: (block: Block) => number
  }[]
}

const p99 = ({ times }: Block) => quantile(times, 0.99)
const rate = ({ rate: posts }: Block) => posts

const hot = (goals: Figure['goals'], least: Figure['goals']): Measured['figures'] => [
  { of: 'p99', unit: 'ms', goals, from: p99 },
  { of: 'posts a second', unit: '/s', isMore: true, goals: least, from: rate },
]
const asGood = hot({ fastify: 1.1 }, { fastify: 0.75 })

export const loads: readonly Measured[] = [
  {
    ...{ title: 'one at a time', atOnce: 1, posts: 60, thread: 'each', user: 'one' },
    by: ['project', 'bare', 'usual', 'sample', 'parse', 'fastify'],
    figures: [{ of: 'p50', unit: 'ms', goals: { bare: 0.8 }, from: ({ times }) => quantile(times, 0.5) }],
  },
  {
    ...{ title: 'eight at a time', atOnce: 8, posts: 240, thread: 'each', user: 'each' },
    by: ['project', 'bare', 'usual', 'sample', 'parse', 'fastify'],
    figures: [
      { of: 'posts a second', unit: '/s', isMore: true, from: rate },
      {
        ...{ of: 'CPU of 1,000 posts', unit: 's', goals: { bare: 0.4, fastify: 1.3 } },
        from: ({ appCpu }) => appCpu,
      },
      { of: 'CPU of the storage for 1,000 posts', unit: 's', from: ({ storageCpu }) => storageCpu },
    ],
  },
  {
    ...{ title: 'eight users on one thread', atOnce: 8, posts: 160, thread: 'one', user: 'each' },
    ...{ by: whole, slow },
    figures: asGood,
  },
  {
    ...{
      title: 'eight of one user on many threads',
      atOnce: 8,
      posts: 160,
      thread: 'each',
      user: 'one',
    },
    ...{ by: whole, slow },
    figures: asGood,
  },
  {
    ...{ title: 'eight of one user on one thread', atOnce: 8, posts: 160, thread: 'one', user: 'one' },
    ...{ by: whole, slow },
    figures: asGood,
  },
]
