import type { Served } from '../functions/test/deployed/serve.ts'
import { post } from './post.ts'
import { compare, quantile, type Report } from './result.ts'
import { openYard, type Yard } from './yard.ts'

const warmUp = 3_000
const blocks = 20
const postsPerBlock = 50
/** How many at a time, and how long a post may take in the middle beside a bare function's. */
const goals = new Map([
  [1, 0.8],
  [8, 1],
])

/**
 * Time of a post to the deployed function, token check and all, beside a bare function that does only the same read
 * and the same commit. Their blocks alternate in one run, so that whatever else the machine does hits both.
 */
export async function benchCreateMessage(): Promise<Report> {
  const yard = await openYard()
  const running: Served[] = []
  try {
    const [project, bare] = [await yard.serve('project'), await yard.serve('bare')]
    running.push(project, bare)
    for (const served of running) await postAll(yard, served, warmUp, Math.max(...goals.keys()))
    const results = []
    for (const [concurrency, goal] of goals) {
      const samples = await alternate(yard, project, bare, concurrency)
      const label = concurrency === 1 ? 'one at a time' : `${concurrency} at a time`
      for (const [name, share] of [
        ['p50', 0.5],
        ['p99', 0.99],
      ] as const) {
        const [ours, floor] = [quantile(samples.project, share), quantile(samples.bare, share)]
        results.push(compare(`create-message ${name}, ${label}`, ours, floor, name === 'p50' ? goal : null))
      }
    }
    const n = blocks * postsPerBlock
    return {
      title: 'create-message: the deployed function beside a bare one',
      method: `n = ${n} posts each per row, after ${warmUp} to warm up, in ${blocks} alternating blocks, each post to a thread of its own`,
      results,
    }
  } finally {
    for (const served of running) await served.stop()
    await yard.close()
  }
}

async function alternate(yard: Yard, project: Served, bare: Served, concurrency: number) {
  const samples = { project: [] as number[], bare: [] as number[] }
  for (let block = 0; block < blocks; block += 1) {
    // Who goes first changes, too.
    const order = block % 2 === 0 ? (['project', 'bare'] as const) : (['bare', 'project'] as const)
    for (const name of order) {
      const served = name === 'project' ? project : bare
      samples[name].push(...(await postAll(yard, served, postsPerBlock, concurrency)))
    }
  }
  return samples
}

/** Posts to `count` new threads, `concurrency` at any time. */
async function postAll(yard: Yard, served: Served, count: number, concurrency: number): Promise<number[]> {
  const left = await yard.threads(count)
  const times: number[] = []
  const worker = async () => {
    for (let thread = left.pop(); thread !== undefined; thread = left.pop()) {
      times.push(await post(served, thread, yard.headers))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return times
}
