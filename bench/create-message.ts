import { type Contestant, openBenchSystem } from './bench-system.ts'
import { alternate, type Posted, postAll } from './load.ts'
import { memoryAfterPosts } from './memory.ts'
import { compare, quantile, type Report } from './result.ts'

/** Code of the emulator and of its callers is interpreted for the first few thousand calls. */
const warmUp = 3_000

const p50 = ({ times }: Posted) => quantile(times, 0.5)
const p99 = ({ times }: Posted) => quantile(times, 0.99)
const postsASecond = ({ times, elapsed }: Posted) => times.length / elapsed
const cpu = ({ times, cpu }: Posted) => (1_000 * cpu) / times.length
const emulatorCpu = ({ times, emulatorCpu }: Posted) => (1_000 * emulatorCpu) / times.length

/**
 * Compares a post to the deployed function with a bare function, which only checks the token and does the same read and
 * commit by the same SDK, also with the token unchecked; and posts to one thread with posts to a thread each.
 */
export async function benchCreateMessage(): Promise<Report> {
  await using system = await openBenchSystem()
  await using running = new AsyncDisposableStack()
  const users = Array.from({ length: 8 }, (_, n) =>
    system.headersOf({ sub: `user-${n}`, user_id: `user-${n}` }),
  )
  const warmedUp = async (contestant: Contestant, env = {}) => {
    const served = running.use(await system.serve(contestant, env))
    await postAll(system, served, { users, posts: warmUp })
    return served
  }
  // Ten thousand posts that warm the emulator, too.
  const memory = await memoryAfterPosts(system, users)
  const project = await warmedUp('project')
  const bare = await warmedUp('bare')
  const alone = await alternate(system, [project, bare], { users: users.slice(0, 1), posts: 100 })
  const eight = await alternate(system, [project, bare], { users, posts: 200 })
  const unchecked = await warmedUp('bare', { TOKENS: 'only read' })
  const reading = await alternate(system, [project, unchecked], { users, posts: 200 })
  const meeting = await postAll(system, project, { users, posts: 1_000, threads: 1 })
  const row = (
    name: string,
    figure: (posted: Posted) => number,
    [ours, theirs]: readonly [Posted, Posted],
    goal: number | null = null,
    unit = 'ms',
  ) => compare(name, figure(ours), figure(theirs), goal, unit)
  const rival = 'against a bare function'
  const results = [
    row(`one at a time, p50, ${rival}`, p50, alone, 1.15),
    row(`one at a time, p99, ${rival}`, p99, alone),
    row(`eight at a time, CPU of 1,000 posts, ${rival}`, cpu, eight, 1.45, 's'),
    row(`eight at a time, the emulator's CPU of 1,000 posts, ${rival}`, emulatorCpu, eight, null, 's'),
    row(`eight at a time, posts a second, ${rival}`, postsASecond, eight, null, '/s'),
    row(
      'eight at a time, CPU of 1,000 posts, against a function that checks no token',
      cpu,
      reading,
      null,
      's',
    ),
    row('eight users on one thread, p99, against users on threads of their own', p99, [meeting, eight[0]]),
    ...memory,
  ]
  return {
    title: 'create-message: the deployed function',
    method: `${alone[0].times.length} posts each one at a time, ${eight[0].times.length} eight at a time, ${meeting.times.length} to one thread, after ${warmUp} to warm up, in alternating blocks`,
    // CPU and memory are known on Linux only.
    results: results.filter(({ ratio }) => !Number.isNaN(ratio)),
  }
}
