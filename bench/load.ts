import type { Served } from '../functions/test/deployed/serve.ts'
import type { BenchSystem, RequestHeaders } from './bench-system.ts'
import { closeConnections, post } from './post.ts'
import { cpuOf } from './process-stat.ts'

export interface Load {
  /** Each user has one post under way at any time. */
  users: readonly RequestHeaders[]
  posts: number
  /** The number of threads; by default each post has its own. */
  threads?: number
}

/** Figures of posts: the `times` of each in milliseconds, all else in seconds in sum. */
export interface Posted {
  times: number[]
  elapsed: number
  cpu: number
  emulatorCpu: number
}

export async function postAll(
  system: BenchSystem,
  served: Served,
  { users, posts, threads = posts }: Load,
): Promise<Posted> {
  const ids = await system.threads(threads)
  closeConnections()
  const [cpu, emulatorCpu, began] = [cpuOf(served.pid), cpuOf(system.emulatorPid), performance.now()]
  const times: number[] = []
  let next = 0
  const postInTurn = async (headers: RequestHeaders) => {
    while (next < posts) {
      const thread = ids[next % ids.length] ?? ''
      next += 1
      times.push(await post(served, thread, headers))
    }
  }
  await Promise.all(users.map(postInTurn))
  return {
    times,
    elapsed: (performance.now() - began) / 1000,
    cpu: cpuOf(served.pid) - cpu,
    emulatorCpu: cpuOf(system.emulatorPid) - emulatorCpu,
  }
}

const blocks = 10

/** The same load on both, in alternating blocks, so that other work on the machine slows both. */
export async function alternate(system: BenchSystem, both: readonly [Served, Served], load: Load) {
  const sums = [nothing(), nothing()] as const
  for (let block = 0; block < blocks; block += 1) {
    // The order changes, too.
    for (const which of block % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      add(sums[which], await postAll(system, both[which], load))
  }
  return sums
}

const nothing = (): Posted => ({ times: [], elapsed: 0, cpu: 0, emulatorCpu: 0 })

function add(sum: Posted, { times, elapsed, cpu, emulatorCpu }: Posted): void {
  sum.times.push(...times)
  sum.elapsed += elapsed
  sum.cpu += cpu
  sum.emulatorCpu += emulatorCpu
}
