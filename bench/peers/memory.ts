import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { type Contestant, type Name, names } from './contestants.ts'
import { add, type Figure, figure } from './figures.ts'
import { run } from './load.ts'
import { memoryOf } from './process-stat.ts'

/** Beside whom the project's memory is held, and what that of everybody else would only cost time. */
const who: readonly Name[] = ['project', 'fastify']
const early = 10_000

/** The heap that Node allows itself in an instance of 512 MiB, as ours have. MiB. */
const heapSize = 259
const deployed = parseEnv(readFileSync(path.join(import.meta.dirname, '../../functions/.env'), 'utf8'))
const optionsOf = (name: Name): string =>
  [`--max-heap-size=${heapSize}`, name === 'project' && deployed.NODE_OPTIONS].filter(Boolean).join(' ')

/** What the application has in use after 10,000 posts, and, where more are asked for, after all of them. */
export async function memoryAfter(contestants: readonly Contestant[], posts: number): Promise<Figure[]> {
  const first = figure(`memory after ${Math.min(early, posts).toLocaleString('en')} posts`, {
    ...{ unit: 'MiB', goals: { fastify: 1.1 } },
  })
  const last = figure(`memory after ${posts.toLocaleString('en')} posts`, { unit: 'MiB' })
  for (const contestant of contestants.filter(({ name }) => who.includes(name))) {
    const served = await contestant.serve({ NODE_OPTIONS: optionsOf(contestant.name) })
    try {
      for (let done = 0; done < posts; done += early) {
        await run(contestant, served, { ...load, posts: Math.min(early, posts - done) })
        if (done === 0) add(first, contestant.name, memoryOf(served.pid))
      }
      if (posts > early) add(last, contestant.name, memoryOf(served.pid))
    } finally {
      await served.stop()
    }
  }
  return posts > early ? [first, last] : [first]
}

const load = { title: 'memory', atOnce: 8, thread: 'few', user: 'each', by: names } as const
