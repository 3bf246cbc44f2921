import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import type { BenchSystem, RequestHeaders } from './bench-system.ts'
import { postAll } from './load.ts'
import { memoryOf } from './process-stat.ts'
import { compare, type Result } from './result.ts'

const early = 10_000
/** With more than 10,000 posts the bench also checks that memory stays flat. */
const posts = Number(process.env.BENCH_POSTS ?? early)

/** Node's default heap in an instance of 512 MiB, the deployed size. MiB. */
const heapSize = 259
const deployed = parseEnv(readFileSync(path.join(import.meta.dirname, '../functions/.env'), 'utf8'))
const mostMib = 180

/** Memory in use after 10,000 posts with the heap of a deployed instance, compared with `mostMib`. */
export async function memoryAfterPosts(
  system: BenchSystem,
  users: readonly RequestHeaders[],
): Promise<Result[]> {
  const options = [`--max-heap-size=${heapSize}`, deployed.NODE_OPTIONS].filter(Boolean).join(' ')
  await using served = await system.serve('project', { NODE_OPTIONS: options })
  const after = async (count: number) => {
    await postAll(system, served, { users, posts: count, threads: 500 })
    return memoryOf(served.pid)
  }
  const named = (count: number) => `memory after ${count.toLocaleString('en')} posts`
  const some = Math.min(early, posts)
  const first = await after(some)
  const results = [compare(`${named(some)}, against the limit`, first, mostMib, 1, 'MiB')]
  if (posts <= early) return results
  const last = await after(posts - early)
  const title = `${named(posts)}, against ${early.toLocaleString('en')}`
  return [...results, compare(title, last, first, 1.1, 'MiB')]
}
