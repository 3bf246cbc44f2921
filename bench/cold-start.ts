import { type BenchSystem, type Contestant, openBenchSystem } from './bench-system.ts'
import { post } from './post.ts'
import { compare, median, type Report } from './result.ts'

const rounds = 10
const contestants = ['project', 'usual', 'bare'] as const

/**
 * Time from the start of the process to the first stored message: what a post waits for when no instance is running.
 * Compared with the same functions with everything loaded at the top (`usual`), and with a function that does only the
 * same read and commit (`bare`).
 */
export async function benchColdStart(): Promise<Report> {
  await using system = await openBenchSystem()
  for (const contestant of contestants) await coldPost(system, contestant)
  const samples = { project: [] as number[], usual: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    // The order changes from round to round.
    const order = contestants.map((_, place) => contestants[(place + round) % contestants.length] ?? 'bare')
    for (const contestant of order) samples[contestant].push(await coldPost(system, contestant))
  }
  const ours = median(samples.project)
  // Starts of one round meet the same load, so ratios are taken within a round.
  const baselineOf = (name: 'usual' | 'bare') =>
    ours / median(samples.project.map((ms, round) => ms / (samples[name][round] ?? Number.NaN)))
  return {
    title: 'cold-start: from the start of the process to the first stored message',
    method: `medians of n = ${rounds} rounds in changing order, ratios within a round; one before fills the file cache`,
    results: [
      compare('cold start, against everything loaded at the top', ours, baselineOf('usual'), 0.72),
      compare('cold start, against a bare function', ours, baselineOf('bare'), 1.4),
    ],
  }
}

async function coldPost(system: BenchSystem, contestant: Contestant): Promise<number> {
  const [thread = ''] = await system.threads(1)
  const began = performance.now()
  await using served = await system.serve(contestant)
  await post(served, thread, system.headers)
  return performance.now() - began
}
