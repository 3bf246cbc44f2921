import type { Served } from '../functions/test/deployed/serve.ts'
import { closeConnections, post } from './post.ts'
import { cpuOf } from './process-stat.ts'
import type { RequestHeaders, Yard } from './yard.ts'

export interface Load {
  /** Each has one post under way at any time. */
  users: readonly RequestHeaders[]
  posts: number
  /** How many the posts are spread over; each has its own unless told. */
  threads?: number
}

/** Figures of the posts; everything but `times`, which are milliseconds, is the sum in seconds. */
export interface Posted {
  times: number[]
  elapsed: number
  cpu: number
  emulatorCpu: number
}

export async function postAll(
  yard: Yard,
  served: Served,
  { users, posts, threads = posts }: Load,
): Promise<Posted> {
  const ids = await yard.threads(threads)
  closeConnections()
  const [cpu, emulatorCpu, began] = [cpuOf(served.pid), cpuOf(yard.emulatorPid), performance.now()]
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
    emulatorCpu: cpuOf(yard.emulatorPid) - emulatorCpu,
  }
}

const blocks = 10

/** The same load on both in blocks that alternate, so that whatever else the machine does hits both. */
export async function alternate(yard: Yard, both: readonly [Served, Served], load: Load) {
  const sums = [nothing(), nothing()] as const
  for (let block = 0; block < blocks; block += 1) {
    // The order changes, too.
    for (const which of block % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      add(sums[which], await postAll(yard, both[which], load))
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
